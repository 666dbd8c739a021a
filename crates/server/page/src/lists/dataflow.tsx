// One folder of results of the dataflow: how its runs go, who works, why tasks failed, what it costs, and its jobs.
import { useState } from 'preact/hooks';
import type { Dataflow as DataflowRun, JobRow, JobWord, RunOverview, WorkerRow } from '../api.ts';
import { filter, usePlace } from '../router.ts';
import { Notice } from '../shell/notice.tsx';
import { dollars, duration, moment, number, t } from '../words.ts';
import { timePoints } from './batch_facts.ts';
import { Bars, PLOT, Plot } from './charts.tsx';
import { allStates, chosenJobs, failureGroups, isElsewhere, JOB_STATES, LOOKS, runKind } from './dataflow_facts.ts';
import { Elsewhere, JobProgress } from './dataflows.tsx';

/** The folder. */
export function Dataflow({ run }: { run: DataflowRun }) {
  return (
    <>
      <div class="head">
        <div class="head-main"><h1 dir="auto">{run.path}</h1></div>
        <a class="button" href="/dataflow">{t('dataflow_to_all')}</a>
      </div>
      {run.fault && <Notice tone="problem"><span dir="auto">{t('dataflow_fault', { says: run.fault })}</span></Notice>}
      <div class="batch-facts">
        {isElsewhere(run) && <section class="card"><h2>{t('column_progress')}</h2><Elsewhere /></section>}
        {run.overviews.map((it) => <Facts key={it.run} run={run} overview={it} />)}
        {run.records.length > 0 && <section class="card"><h2>{t('dataflow_records')}</h2><Records run={run} /></section>}
        {run.failures.length > 0 && <section class="card"><h2>{t('batch_causes')}</h2><Bars groups={failureGroups(run.failures)} part={(it) => it.count} says={(it) => number(it.count)} /></section>}
      </div>
      {run.overviews.map((it) => it.workers.length > 0 && <Workers key={it.run} title={titled(run, it.run, t('workers'))} workers={it.workers} />)}
      {run.jobs.length > 0 && <Jobs run={run} />}
    </>
  );
}

/** A title that says which run it is about, where there are several. */
const titled = (folder: DataflowRun, run: string, title: string): string => (folder.overviews.length > 1 ? `${title}: ${runKind(run)}` : title);

/** How one run goes. */
function Facts({ run, overview }: { run: DataflowRun; overview: RunOverview }) {
  const chosen = usePlace().query.get('application');
  const left = overview.remaining === null ? '' : t('batch_remaining', { time: duration(overview.remaining) });
  const states = run.runs.find((it) => it.run === overview.run)?.states ?? {};
  return (
    <>
      <section class="card"><h2>{titled(run, overview.run, t('column_progress'))}</h2><JobProgress states={states} says={left} />{overview.ended > 0 && <p>{t('dataflow_passed', { passed: overview.passed, ended: overview.ended })}</p>}</section>
      {overview.costs.length > 1 && (
        <section class="card"><h2>{titled(run, overview.run, t('dataflow_cost'))}</h2><Plot points={timePoints(overview.costs, PLOT)} says={t('dataflow_cost_says', { total: dollars(overview.dollars), n: overview.ended })} /></section>
      )}
      {overview.applications.length > 0 && (
        <section class="card"><h2>{titled(run, overview.run, t('dataflow_by_application'))}</h2>
          <Bars groups={overview.applications} part={(it) => it.succeeded / it.count} most={1} says={(it) => `${number(it.succeeded)} / ${number(it.count)}`} choose={(name) => filter({ application: name === chosen ? null : name })} chosen={chosen} />
        </section>
      )}
    </>
  );
}

function Records({ run }: { run: DataflowRun }) {
  return (
    <ul class="small">
      {run.records.flatMap((it) => Object.entries(it.records).map(([name, count]) => <li key={`${it.run}/${name}`}><span class="number">{number(count)}</span> {it.run}/{name}</li>))}
    </ul>
  );
}

const HEALTH: Readonly<Record<WorkerRow['health'], string>> = { working: 'running', late: 'failed', idle: 'stopped' };

function Workers({ title, workers }: { title: string; workers: WorkerRow[] }) {
  const chosen = usePlace().query.get('worker');
  return (
    <>
      <h2>{title}</h2>
      {workers.some((it) => it.health === 'late') && <Notice tone="problem">{t('worker_late_says')}</Notice>}
      <table class="list card">
        <caption class="unseen">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('column_worker')}</th>
            <th scope="col">{t('column_state')}</th>
            <th scope="col" class="is-number is-some">{t('column_success')}</th>
            <th scope="col" class="is-number is-some">{t('column_faults')}</th>
            <th scope="col" class="is-some">{t('column_last')}</th>
          </tr>
        </thead>
        <tbody>
          {workers.map((it) => (
            <tr key={it.name}>
              <th scope="row"><button type="button" class="is-plain" aria-pressed={it.name === chosen} onClick={() => filter({ worker: it.name === chosen ? null : it.name })}>{it.name}</button></th>
              <td><span class={`state is-${HEALTH[it.health]}`}><span class="state-mark" aria-hidden="true" />{t(`worker_${it.health}`)}</span></td>
              <td class="is-number is-some number">{number(it.succeeded)} / {number(it.ended)}</td>
              <td class="is-number is-some number">{number(it.faults)}</td>
              <td class="is-some number">{moment(it.last)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** How many jobs are shown at first, and how many more each time. */
const SOME = 200;

function Jobs({ run }: { run: DataflowRun }) {
  const { query } = usePlace();
  const [most, setMost] = useState(SOME);
  const jobs = chosenJobs(run.jobs, query);
  return (
    <>
      <h2>{t('jobs')}</h2>
      <JobFilter run={run} />
      {jobs.length === 0 ? <p class="quiet">{t('jobs_none')}</p> : <JobTable run={run} jobs={jobs.slice(0, most)} />}
      {jobs.length > most && <button type="button" onClick={() => setMost(most + SOME)}>{t('jobs_more', { n: Math.min(SOME, jobs.length - most) })}</button>}
      {run.left_out > 0 && <p class="quiet small">{t('jobs_left_out', { n: run.left_out })}</p>}
    </>
  );
}

function JobFilter({ run }: { run: DataflowRun }) {
  const chosen = usePlace().query.get('state')?.split(',').filter((it) => it !== '') ?? [];
  const states = allStates(run);
  const toggle = (word: JobWord) => filter({ state: (chosen.includes(word) ? chosen.filter((it) => it !== word) : [...chosen, word]).join(',') });
  return (
    <div class="filters" role="group" aria-label={t('jobs_states')}>
      {JOB_STATES.filter((word) => (states[word] ?? 0) > 0 || chosen.includes(word)).map((word) => (
        <button key={word} type="button" class={`chip is-${LOOKS[word]}`} aria-pressed={chosen.includes(word)} onClick={() => toggle(word)}>
          <span class="state-mark" aria-hidden="true" />
          {t(`job_${word}`)} {number(states[word] ?? 0)}
        </button>
      ))}
    </div>
  );
}

function JobTable({ run, jobs }: { run: DataflowRun; jobs: JobRow[] }) {
  return (
    <table class="list card">
      <caption class="unseen">{t('jobs')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('column_task')}</th>
          <th scope="col">{t('column_state')}</th>
          <th scope="col" class="is-some">{t('column_application')}</th>
          <th scope="col" class="is-more">{t('column_worker')}</th>
          <th scope="col" class="is-number is-more">{t('column_attempts')}</th>
          <th scope="col" class="is-number is-some">{t('column_lasted')}</th>
          <th scope="col" class="is-number is-more">{t('column_cost')}</th>
        </tr>
      </thead>
      <tbody>
        {jobs.map((it) => (
          <tr key={`${it.run}/${it.task}`}>
            <th scope="row"><b dir="auto">{titled(run, it.run, it.task)}</b><span class="list-says" dir="auto">{it.why ?? it.says}</span></th>
            <td><span class={`state is-${LOOKS[it.state]}`}><span class="state-mark" aria-hidden="true" />{t(`job_${it.state}`)}</span></td>
            <td class="is-some" dir="auto">{it.application}</td>
            <td class="is-more">{it.worker ?? '–'}</td>
            <td class="is-number is-more number">{number(it.attempts)}</td>
            <td class="is-number is-some number">{it.seconds === null ? '–' : duration(it.seconds * 1000)}</td>
            <td class="is-number is-more number">{it.dollars === null ? '–' : dollars(it.dollars)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
