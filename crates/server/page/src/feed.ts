// All tasks as the server tells them. One tab of the browser listens and tells the others: browsers allow six connections to a server.
import type { TaskPlace, TaskRow } from './api.ts';
import { Store } from './store.ts';
import { connection, openStream, type Connection } from './streams.ts';
import { withoutTask, withTask } from './task_rows.ts';

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

/** What tabs tell each other: all that is known, or that a new one wants to know. */
type Told = { feed: Feed; connection: Connection } | 'hello';

/** Listens from now on, in this tab or by way of another one. */
export function followFeed(): void {
  const channel = new BroadcastChannel('deskpilot-feed');
  const tell = () => channel.postMessage({ feed: feed.get(), connection: connection.get() } satisfies Told);
  channel.onmessage = ({ data }: MessageEvent<Told>) => {
    if (data === 'hello') return leads.get() && feed.get().ready ? tell() : undefined;
    feed.set(data.feed);
    return connection.set(data.connection);
  };
  channel.postMessage('hello' satisfies Told);
  const lead = () => {
    leads.set(true);
    feed.follow(tell);
    connection.follow(tell);
    openStream(() => '/api/feed', {
      tasks: (data) => feed.set({ ready: true, tasks: [...(data as { tasks: TaskRow[] }).tasks].reverse() }),
      task: (data) => feed.set({ ready: true, tasks: withTask(feed.get().tasks, data as TaskRow) }),
      gone: (data) => feed.set({ ready: true, tasks: withoutTask(feed.get().tasks, data as TaskPlace) }),
    });
    return new Promise<never>(() => undefined);
  };
  // The lock passes to another tab when this one closes.
  if (navigator.locks) void navigator.locks.request('deskpilot-feed', lead);
  else void lead();
}
