// The table of the dataflow's runs; one of them with its jobs, workers and failures.
import { useEffect } from 'preact/hooks';
import { api, type DataflowRow } from '../api.ts';
import { usePlace } from '../router.ts';
import { Empty, Notice, Shown } from '../shell/notice.tsx';
import { useLoaded } from '../store.ts';
import { number, t } from '../words.ts';
import { Dataflow } from './dataflow.tsx';
import { progress } from './dataflow_facts.ts';

/** How often they are read again while jobs are left: they are files, which nobody tells of. */
const AGAIN = 5000;

/** The view of `/dataflow`, and of one run with `?run=FOLDER`. */
export function DataflowsView() {
  const run = usePlace().query.get('run');
  return run === null ? <Dataflows /> : <OneDataflow folder={run} />;
}

function Dataflows() {
  const asked = useLoaded('dataflows', api.dataflows);
  const [loaded, reload] = asked;
  useAgain(loaded.is === 'here' && loaded.value.dataflows.some(goesOn), reload);
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
  const asked = useLoaded(`dataflow ${folder}`, (signal) => api.dataflow(folder, signal));
  const [loaded, reload] = asked;
  useAgain(loaded.is === 'here' && goesOn(loaded.value), reload);
  if (loaded.is === 'failed') return <Notice tone="problem"><p>{loaded.says}</p><a href="/dataflow">{t('dataflow_to_all')}</a></Notice>;
  return <Shown of={asked}>{(run) => <Dataflow run={run} />}</Shown>;
}

const goesOn = (row: DataflowRow): boolean => progress(row).ended < progress(row).total;

function useAgain(wanted: boolean, reload: () => void): void {
  useEffect(() => {
    const timer = wanted ? setInterval(() => document.hidden || reload(), AGAIN) : undefined;
    return () => clearInterval(timer);
  }, [wanted]);
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
            <td class="is-whole"><JobProgress row={row} /></td>
            <td class="is-number is-some number">{number(progress(row).passed)} / {number(progress(row).ended)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** How far a run is, as a bar and in words. */
export function JobProgress({ row, says = '' }: { row: DataflowRow; says?: string }) {
  const { total, ended } = progress(row);
  if (total === 0) return <span class="small quiet">{t('dataflow_elsewhere')}</span>;
  return (
    <div class="progress">
      <meter min={0} max={total} value={ended} aria-label={t('column_progress')} />
      <span class="small quiet number">{t('batch_progress', { done: ended, planned: total })}{says && `, ${says}`}</span>
    </div>
  );
}
