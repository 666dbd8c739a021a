// One batch: how it goes, why trials failed, what it costs, and its trials.
import type { BatchRow, TrialRow } from '../api.ts';
import { filter, usePlace } from '../router.ts';
import { taskAddress } from '../routes.ts';
import { dollars, duration, number, t } from '../words.ts';
import { models, percent, Progress } from './batches.tsx';
import { byTask, causes, costs, linePoints } from './batch_facts.ts';
import { Bars, PLOT, Plot } from './charts.tsx';

/** The batch. */
export function Batch({ batch }: { batch: BatchRow }) {
  const { query } = usePlace();
  const { tasks, totals } = batch.results;
  const onlyFailed = query.get('state') === 'failed';
  const cause = query.get('task');
  const shown = tasks.filter((it) => (!onlyFailed || !it.success) && (!cause || it.task === cause));
  return (
    <>
      <div class="head">
        <div class="head-main">
          <h1>{batch.name}</h1>
          <p class="quiet">{models(batch)}</p>
        </div>
        <a class="button" href="/batches">{t('batch_to_all')}</a>
      </div>
      <div class="batch-facts">
        <section class="card"><h2>{t('column_progress')}</h2><Progress batch={batch} /><p>{t('batch_rate', { percent: percent(totals.success_rate) })}</p></section>
        <section class="card"><h2>{t('batch_cost')}</h2><Cost trials={tasks} /></section>
        {causes(tasks).length > 0 && <section class="card"><h2>{t('batch_causes')}</h2><Bars groups={causes(tasks)} part={(it) => it.count} says={(it) => number(it.count)} /></section>}
        {tasks.length > 0 && (
          <section class="card"><h2>{t('batch_by_task')}</h2>
            <Bars groups={byTask(tasks)} part={(it) => it.succeeded / it.count} most={1} says={(it) => `${number(it.succeeded)} / ${number(it.count)}`} choose={(name) => filter({ task: name === cause ? null : name })} chosen={cause} />
          </section>
        )}
      </div>
      <div class="head">
        <h2>{t('batch_trials')}</h2>
        <button type="button" class="chip is-failed" aria-pressed={onlyFailed} onClick={() => filter({ state: onlyFailed ? null : 'failed' })}>
          <span class="state-mark" aria-hidden="true" />
          {t('batch_only_failed')}
        </button>
      </div>
      <Trials folder={batch.folder} trials={shown} />
    </>
  );
}

function Trials({ folder, trials }: { folder: string; trials: TrialRow[] }) {
  return (
    <table class="list card">
      <caption class="unseen">{t('batch_trials')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('column_task')}</th>
          <th scope="col">{t('column_success')}</th>
          <th scope="col" class="is-number is-some">{t('column_steps')}</th>
          <th scope="col" class="is-number is-some">{t('column_lasted')}</th>
          <th scope="col" class="is-number is-more">{t('column_cost')}</th>
        </tr>
      </thead>
      <tbody>
        {trials.map((it) => (
          <tr key={it.log}>
            <th scope="row">
              <a href={taskAddress({ folder, name: it.log })} dir="auto">{it.task}</a>
              <span class="list-says" dir="auto">{it.verdict}</span>
            </th>
            <td><span class={`state ${it.success ? 'is-finished' : 'is-failed'}`}><span class="state-mark" aria-hidden="true" />{t(it.success ? 'success_yes' : 'success_no')}</span></td>
            <td class="is-number is-some number">{number(it.steps)}</td>
            <td class="is-number is-some number">{duration(it.seconds * 1000)}</td>
            <td class="is-number is-more number">{dollars(it.dollars)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cost({ trials }: { trials: readonly TrialRow[] }) {
  const sums = costs(trials);
  return <Plot points={linePoints(sums, PLOT)} says={t('batch_cost_says', { total: dollars(sums.at(-1) ?? 0), n: trials.length })} />;
}
