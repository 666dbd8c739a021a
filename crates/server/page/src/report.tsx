// Starts the viewer in a report: one file that opens from a disk, without a server.
import { render } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { TaskPlace } from './api.ts';
import { followKeys } from './keys.ts';
import { reportSource, type Report } from './report_source.ts';
import { applySettings } from './settings.ts';
import { Empty, Notice, Shown } from './shell/notice.tsx';
import { useLoaded } from './store.ts';
import { Comparison, placeOf, type Compared } from './task/compare.tsx';
import type { Address } from './task/cursor.ts';
import { TaskReader } from './task/reader.ts';
import { Viewer } from './task/viewer.tsx';
import { showUnseen } from './visible_text.ts';
import { t } from './words.ts';
import './styles/index.css';

/** A report keeps its place after the `#`: a file has no other address. */
const address: Address = {
  read: () => new URLSearchParams(location.hash.slice(1)),
  write: (changes) => {
    const query = address.read();
    for (const [name, value] of Object.entries(changes)) {
      if (value) query.set(name, value);
      else query.delete(name);
    }
    history.replaceState(null, '', `#${query}`);
  },
};

const link = ({ folder, name }: TaskPlace): string => `#task=${encodeURIComponent(`${folder}/${name}`)}`;

function ReportPage({ report }: { report: Report }) {
  const [query, setQuery] = useState(address.read());
  useEffect(() => {
    const moved = () => setQuery(address.read());
    addEventListener('hashchange', moved);
    return () => removeEventListener('hashchange', moved);
  }, []);
  const find = (place: TaskPlace | null) => report.tasks.find((it) => it.folder === place?.folder && it.name === place.name);
  const source = (place: TaskPlace) => reportSource(report, find(place) ?? { ...place, replies: '' });
  const [a, b] = [find(placeOf(query.get('a'))), find(placeOf(query.get('b')))];
  const task = find(placeOf(query.get('task'))) ?? report.tasks[0];
  const from: Compared = useMemo(() => ({ source, link, address }), [report]);
  if (!task) return <Empty title={t('report_broken')} />;
  return (
    <>
      {report.tasks.length > 1 && <Tasks tasks={report.tasks} shown={a && b ? null : task} />}
      {a && b ? <Comparison a={a} b={b} from={from} /> : <Task key={link(task)} place={task} source={from.source} />}
    </>
  );
}

function Task({ place, source }: { place: TaskPlace; source: Compared['source'] }) {
  const loaded = useLoaded(link(place), async () => {
    const from = source(place);
    return new TaskReader(from, await from.task());
  });
  return <Shown of={loaded}>{(reader) => <Viewer place={place} reader={reader} address={address} />}</Shown>;
}

function Tasks({ tasks, shown }: { tasks: readonly TaskPlace[]; shown: TaskPlace | null }) {
  const [first, second] = tasks;
  return (
    <nav class="report-tasks" aria-label={t('report_tasks')}>
      {tasks.map((it) => <a key={link(it)} class="button" href={link(it)} aria-current={it === shown ? 'page' : undefined}>{it.name}</a>)}
      {first && second && tasks.length === 2 && <a class="button" href={`#a=${encodeURIComponent(`${first.folder}/${first.name}`)}&b=${encodeURIComponent(`${second.folder}/${second.name}`)}`} aria-current={shown ? undefined : 'page'}>{t('compare')}</a>}
    </nav>
  );
}

function start(root: HTMLElement): void {
  applySettings();
  showUnseen();
  followKeys();
  try {
    const report = JSON.parse(document.getElementById('report')?.textContent ?? '') as Report;
    document.title = `${report.tasks.map((it) => it.name).join(', ')} · Deskpilot`;
    render(<main id="main"><ReportPage report={report} /></main>, root);
  } catch {
    render(<main id="main"><Notice tone="problem">{t('report_broken')}</Notice></main>, root);
  }
}

const root = document.getElementById('page');
if (root) start(root);
