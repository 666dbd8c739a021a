// The table of the dataflow's runs; one of them with its jobs, workers and failures.
import { api, type DataflowRow, type JobStates } from '../api.ts';
import { usePlace } from '../router.ts';
import { Empty, Notice, Shown } from '../shell/notice.tsx';
import { useReloaded } from '../store.ts';
import { number, t } from '../words.ts';
import { Dataflow } from './dataflow.tsx';
import { goesOn, isElsewhere, progress, runKind } from './dataflow_facts.ts';

/** The view of `/dataflow`, and of one run with `?run=FOLDER`. */
export function DataflowsView() {
  const run = usePlace().query.get('run');
  return run === null ? <Dataflows /> : <OneDataflow folder={run} />;
}

function Dataflows() {
  const asked = useReloaded('dataflows', api.dataflows, ({ dataflows }) => dataflows.some(goesOn));
  return (
    <>
      <h1>{t('dataflow_title')}</h1>
      <Shown of={asked}>
        {({ dataflows }) => (dataflows.length === 0 ? <Empty title={t('dataflow_none')}><p>{t('dataflow_none_says')}</p></Empty> : <Rows rows={dataflows} />)}
      </Shown>
    </>
  );
}

function OneDataflow({ folder }: { folder: string }) {
  const asked = useReloaded(`dataflow ${folder}`, (signal) => api.dataflow(folder, signal), goesOn);
  const [loaded] = asked;
  if (loaded.is === 'failed') return <Notice tone="problem"><p>{loaded.says}</p><a href="/dataflow">{t('dataflow_to_all')}</a></Notice>;
  return <Shown of={asked}>{(run) => <Dataflow run={run} />}</Shown>;
}

function Rows({ rows }: { rows: DataflowRow[] }) {
  return (
    <table class="list card">
      <caption class="unseen">{t('dataflow_title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('dataflow_folder')}</th>
          <th scope="col">{t('column_progress')}</th>
          <th scope="col" class="is-number is-some">{t('column_success')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.folder}>
            <th scope="row">
              <a href={`/dataflow?run=${row.folder}`} dir="auto">{row.path}</a>
              {row.fault && <span class="list-says" dir="auto">{t('dataflow_fault', { says: row.fault })}</span>}
            </th>
            <td class="is-whole">
              {isElsewhere(row) && <Elsewhere />}
              {row.runs.map((it) => <JobProgress key={it.run} states={it.states} name={row.runs.length > 1 ? runKind(it.run) : ''} />)}
            </td>
            <td class="is-number is-some number">{row.runs.map((it) => <div key={it.run}>{number(progress(it).passed)} / {number(progress(it).ended)}</div>)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Where the jobs are that are not in the folder. */
export function Elsewhere() {
  return <span class="small quiet">{t('dataflow_elsewhere')}</span>;
}

/** How far a run is, as a bar and in words. */
export function JobProgress({ states, name = '', says = '' }: { states: JobStates; name?: string; says?: string }) {
  const { total, ended } = progress({ states });
  return (
    <div class="progress">
      <meter min={0} max={total} value={ended} aria-label={name || t('column_progress')} />
      <span class="small quiet number">{name && `${name}: `}{t('batch_progress', { done: ended, planned: total })}{says && `, ${says}`}</span>
    </div>
  );
}
