// All tasks as the server tells them. One tab of the browser listens and tells the others: browsers allow six connections to a server.
import type { TaskPlace, TaskRow } from './api.ts';
import { Store } from './store.ts';
import { openStream } from './streams.ts';

/** What is known of all tasks. */
export interface Feed {
  /** Whether the first list has come. */
  ready: boolean;
  /** The newest first. */
  tasks: readonly TaskRow[];
}

/** All tasks; changes as they do. */
export const feed = new Store<Feed>({ ready: false, tasks: [] });

/** Whether this tab is the one that listens, and so the one that makes sounds. */
export const leads = new Store(false);

/** The key of a task in lists. */
export const keyOf = ({ folder, name }: TaskPlace): string => `${folder}/${name}`;

/** The list with one task new or changed; order is by when it started, the newest first. */
export function withTask(tasks: readonly TaskRow[], row: TaskRow): TaskRow[] {
  const at = tasks.findIndex((it) => keyOf(it) === keyOf(row));
  if (at >= 0) return tasks.map((it, index) => (index === at ? row : it));
  const before = tasks.findIndex((it) => it.started <= row.started);
  return before < 0 ? [...tasks, row] : [...tasks.slice(0, before), row, ...tasks.slice(before)];
}

/** The list without a task. */
export function withoutTask(tasks: readonly TaskRow[], place: TaskPlace): TaskRow[] {
  return tasks.filter((it) => keyOf(it) !== keyOf(place));
}

/** Listens from now on, in this tab or by way of another one. */
export function followFeed(): void {
  const channel = new BroadcastChannel('deskpilot-feed');
  const tell = (next: Feed) => {
    feed.set(next);
    channel.postMessage(next);
  };
  channel.onmessage = ({ data }: MessageEvent<Feed | 'hello'>) => {
    if (data !== 'hello') feed.set(data);
    else if (leads.get() && feed.get().ready) channel.postMessage(feed.get());
  };
  channel.postMessage('hello');
  const lead = () => {
    leads.set(true);
    openStream(() => '/api/feed', {
      tasks: (data) => tell({ ready: true, tasks: [...(data as { tasks: TaskRow[] }).tasks].reverse() }),
      task: (data) => tell({ ready: true, tasks: withTask(feed.get().tasks, data as TaskRow) }),
      gone: (data) => tell({ ready: true, tasks: withoutTask(feed.get().tasks, data as TaskPlace) }),
    });
    return new Promise<never>(() => undefined);
  };
  // The lock passes to another tab when this one closes.
  if (navigator.locks) void navigator.locks.request('deskpilot-feed', lead);
  else void lead();
}
