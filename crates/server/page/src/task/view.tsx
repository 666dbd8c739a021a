// The trajectory of one task of the server.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { serverSource, type TaskPlace } from '../api.ts';
import { feed } from '../feed.ts';
import { filter } from '../router.ts';
import { Notice, Shown } from '../shell/notice.tsx';
import { useLoaded } from '../store.ts';
import { followTask } from '../streams.ts';
import { keyOf } from '../task_rows.ts';
import { t } from '../words.ts';
import type { ViewProps } from '../views.tsx';
import type { Address } from './cursor.ts';
import { TaskReader } from './reader.ts';
import { Viewer } from './viewer.tsx';

/** The address bar of the page. */
export const pageAddress: Address = {
  read: () => new URLSearchParams(location.search),
  write: filter,
};

/** The view of `/tasks/F/T`. */
export function TaskView({ parameters }: ViewProps) {
  const { folder = '', name = '' } = parameters;
  const place = useMemo(() => ({ folder, name }), [folder, name]);
  const loaded = useLoaded(`${folder}/${name}`, async (signal) => {
    const source = serverSource(place);
    return new TaskReader(source, await source.task(signal));
  });
  return <Shown of={loaded}>{(reader) => <Followed key={`${folder}/${name}`} place={place} reader={reader} />}</Shown>;
}

/** The viewer of a task, which follows it while a process runs it. */
function Followed({ place, reader }: { place: TaskPlace; reader: TaskReader }) {
  const [fault, setFault] = useState('');
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const stream = followTask(place, reader.detail.entries, {
      entry: (entry) => reader.took(entry),
      task: (task) => reader.tookTask(task),
      end: () => reader.ended(),
      reset: () => void reader.reset(),
      fault: setFault,
    });
    return () => stream.close();
  }, [reader, turn]);
  useResumed(reader, () => setTurn((it) => it + 1));
  // The stream of a task ends with its process; the feed tells when another one goes on with it.
  useEffect(() => feed.follow(() => {
    const row = feed.get().tasks.find((it) => keyOf(it) === keyOf(place));
    if (row && row.process !== null && reader.detail.live === null) void reader.refresh(true);
  }), [reader]);
  return (
    <>
      {fault && <Notice tone="problem">{t('log_fault', { says: fault })}</Notice>}
      <Viewer place={place} reader={reader} address={pageAddress} />
    </>
  );
}

/** Calls back when a process runs the task again after its stream had ended. */
function useResumed(reader: TaskReader, resumed: () => void): void {
  useEffect(() => {
    let was = reader.detail.live !== null;
    return reader.changed.follow(() => {
      const is = reader.detail.live !== null;
      if (is && !was) resumed();
      was = is;
    });
  }, [reader]);
}
