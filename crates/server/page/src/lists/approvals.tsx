// Every yes that lasts, each with the way back.
import { useState } from 'preact/hooks';
import { api, type Approvals, type Given } from '../api.ts';
import { taskAddress } from '../routes.ts';
import { Act } from '../shell/act.tsx';
import { Empty, Notice, Shown } from '../shell/notice.tsx';
import { useLoaded } from '../store.ts';
import { moment, t } from '../words.ts';

/** The view of `/approvals`. */
export function ApprovalsView() {
  const asked = useLoaded('approvals', api.approvals);
  return (
    <div class="narrow">
      <h1>{t('approvals_title')}</h1>
      <p class="quiet">{t('approvals_says')}</p>
      <Shown of={asked}>{(all) => <Lasting first={all} />}</Shown>
    </div>
  );
}

function Lasting({ first }: { first: Approvals }) {
  const [{ rules, answers }, setAll] = useState(first);
  const [done, setDone] = useState('');
  const takeBack = async (what: { rule: string } | { answer: string }, says: string) => {
    setAll(await api.takeBack(what));
    setDone(t('taken_back', { what: says }));
  };
  return (
    <>
      {done && <Notice tone="good"><span dir="auto">{done}</span></Notice>}
      {rules.rules.length + answers.length === 0 && !done && <Empty title={t('approvals_none')}><p>{t('approvals_none_says')}</p></Empty>}
      {rules.rules.length > 0 && (
        <section class="lasting">
          <h2>{t('approvals_rules')}</h2>
          {rules.file && <p class="quiet small" dir="auto">{t('approvals_file', { file: rules.file })}</p>}
          <ul class="card">
            {rules.rules.map((it) => (
              <li key={it.name}>
                <span><b dir="auto">{it.says}</b><span class="list-says">{it.name}</span><Origin given={it.given} /></span>
                <Act label={`${t('take_back')}: ${it.says}`} run={() => takeBack({ rule: it.name }, it.says)}>{t('take_back')}</Act>
              </li>
            ))}
          </ul>
        </section>
      )}
      {answers.length > 0 && (
        <section class="lasting">
          <h2>{t('approvals_answers')}</h2>
          <ul class="card">
            {answers.map((it) => (
              <li key={it.question}>
                <span><b dir="auto">{it.question}</b><span class="list-says" dir="auto">{it.answer}</span><Origin given={it.given} /></span>
                <Act label={`${t('take_back')}: ${it.question}`} run={() => takeBack({ answer: it.question }, it.question)}>{t('take_back')}</Act>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Where a yes was given, with the way to the step, which has the question and its answer. */
function Origin({ given }: { given: Given | null }) {
  if (!given) return <span class="list-says">{t('given_unknown')}</span>;
  const { by, at, folder, name, step, entry } = given;
  const says = step === null ? t('given_task', { task: name }) : t('given_step', { task: name, step: step + 1 });
  const query = step === null ? '' : `?step=${step}&tab=entries&entry=${entry}`;
  return (
    <span class="list-says" dir="auto">
      {t('given', { by, when: moment(at) })} {folder === null ? t('given_gone', { task: name }) : <a href={taskAddress({ folder, name }) + query}>{says}</a>}
    </span>
  );
}
