// Questions in words, answered in words: all of them at once, as the agent asked them.
import { useId, useState } from 'preact/hooks';
import { t } from '../words.ts';
import type { Give } from './card.tsx';

/** A field for each question. */
export function Answers({ questions, give }: { questions: string[]; give: Give }) {
  const [texts, setTexts] = useState<string[]>(questions.map(() => ''));
  const [busy, setBusy] = useState(false);
  const id = useId();
  const send = (event: Event) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    void give({ answers: texts }).finally(() => setBusy(false));
  };
  return (
    <form class="question-body" onSubmit={send}>
      {questions.map((question, at) => (
        <div class="field" key={at}>
          <label for={`${id}-${at}`} class="question-what" dir="auto">{question}</label>
          <input
            id={`${id}-${at}`}
            value={texts[at] ?? ''}
            autocomplete="off"
            onInput={(event) => setTexts(texts.map((text, index) => (index === at ? event.currentTarget.value : text)))}
          />
        </div>
      ))}
      <div class="buttons">
        <button type="submit" class="is-main" aria-busy={busy} disabled={texts.some((it) => !it.trim())}>{t('send_answers')}</button>
      </div>
    </form>
  );
}
