// An action that needs a yes: its picture, its words, the rule, and the replies with their keys.
import { useEffect, useRef, useState } from 'preact/hooks';
import { pictureAddress, type ApprovalShape, type Choice, type Consent, type Question, type TaskRow } from '../api.ts';
import { useKeys } from '../keys.ts';
import { t, type Word } from '../words.ts';
import type { Give } from './card.tsx';
import { choiceKind, riskWord, rowWord, ruleIn, speakerText } from './meaning.ts';
import { ZoomPicture } from './zoom_picture.tsx';

/** How long a new question ignores keys: one meant for the question before must not answer it. */
const GRACE = 700;

/** The action, and what to say to it. */
export function Approval({ task, question, approval, marked, give }: {
  task: TaskRow;
  question: Question;
  approval: ApprovalShape;
  marked: boolean;
  give: Give;
}) {
  const [what, ...rows] = question.rows ?? [];
  const { picture, grounds } = approval;
  return (
    <>
      {picture && <ZoomPicture address={pictureAddress(task, picture.hash)} says={what?.[1] ?? approval.reason} />}
      <div class="question-body">
        <p class="question-what" dir="auto">{what?.[1] ?? approval.reason}</p>
        <dl class="approval-facts">
          {rows.map(([name, text], at) => (
            <div key={at}>
              <dt>{rowWord(name) ? t(rowWord(name) as Word) : name}</dt>
              <dd dir="auto">{text}</dd>
            </div>
          ))}
          {(grounds?.findings ?? []).map(({ risk, told_by }) => (
            <div key={risk}>
              <dt>{t('row_risk')}</dt>
              <dd dir="auto">{riskWord(risk) ? t(riskWord(risk) as Word) : risk}{told_by && ` (${told_by})`}</dd>
            </div>
          ))}
          {speakerText(grounds?.speaker) && (
            <div>
              <dt>{t('row_rule')}</dt>
              <dd dir="auto">{speakerText(grounds?.speaker)}</dd>
            </div>
          )}
        </dl>
        <Choices choices={question.choices ?? []} id={question.id} marked={marked} give={give} />
      </div>
    </>
  );
}

function Choices({ choices, id, marked, give }: { choices: readonly Choice[]; id: number; marked: boolean; give: Give }) {
  const [busy, setBusy] = useState(false);
  const [denying, setDenying] = useState(false);
  const [reason, setReason] = useState('');
  const ready = useRef(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (denying) field.current?.focus();
  }, [denying]);
  useEffect(() => {
    ready.current = false;
    const timer = setTimeout(() => (ready.current = true), GRACE);
    return () => clearTimeout(timer);
  }, [id, marked]);
  const say = (consent: Consent) => {
    if (busy) return;
    setBusy(true);
    void give({ consent }).finally(() => setBusy(false));
  };
  const choose = (consent: Consent) => (typeof consent === 'object' ? setDenying(true) : say(consent));
  const kinds = choices.map((it) => ({ ...it, ...choiceKind(it.consent) }));
  useKeys(marked && !denying ? kinds.map((it) => ({ keys: it.key, says: t(it.word), run: () => ready.current && choose(it.consent) })) : []);
  if (denying) {
    const send = (event: Event) => {
      event.preventDefault();
      say({ no: reason.trim() });
    };
    return (
      <form class="deny" onSubmit={send}>
        <label class="field">
          <span>{t('deny_reason')}</span>
          <input ref={field} value={reason} autocomplete="off" onInput={(event) => setReason(event.currentTarget.value)} onKeyDown={(event) => event.key === 'Escape' && setDenying(false)} />
        </label>
        <div class="buttons">
          <button type="submit" class="is-stop" aria-busy={busy}>{t('choice_no')}</button>
          <button type="button" onClick={() => setDenying(false)}>{t('cancel')}</button>
        </div>
      </form>
    );
  }
  const always = choices.find((it) => it.consent === 'always');
  return (
    <>
      <div class="buttons choices-row">
        {kinds.map((it) => (
          <button key={it.key} type="button" class={it.kind} title={it.says} aria-busy={busy} onClick={() => choose(it.consent)}>
            {t(it.word)} {marked && <kbd aria-hidden="true">{it.key.toUpperCase()}</kbd>}
          </button>
        ))}
      </div>
      {always && <p class="field-says" dir="auto">{t('always_rule', { rule: ruleIn(always.says) })}</p>}
    </>
  );
}
