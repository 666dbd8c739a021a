// Server-sent events that go on where they stopped: the browser reconnects, and after a refusal this does.
import { api, ApiError, taskPath, type Entry, type TaskPlace, type TaskRow } from './api.ts';
import { Store } from './store.ts';

/** Whether the server is there: `refused` means that this browser's cookie is of an earlier server. */
export type Connection = 'here' | 'lost' | 'refused';
export const connection = new Store<Connection>('here');

/** A stream that is open until it is closed. */
export interface Stream {
  close(): void;
}

/** Called with the data of each kind of event. */
type Listeners = Readonly<Record<string, (data: unknown, id: string) => void>>;

/** Opens a stream; `address` is asked for again whenever the browser has given up, so it can say where to go on. */
export function openStream(address: () => string, listeners: Listeners): Stream {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  let failures = 0;
  const open = () => {
    source = new EventSource(address());
    source.onopen = () => {
      failures = 0;
      connection.set('here');
    };
    source.onerror = () => void failed();
    for (const [kind, listener] of Object.entries(listeners)) {
      source.addEventListener(kind, (event) => listener(JSON.parse(event.data) as unknown, event.lastEventId));
    }
  };
  const failed = async () => {
    if (closed) return;
    connection.set((await refused()) ? 'refused' : 'lost');
    if (closed || source?.readyState !== EventSource.CLOSED) return;
    failures += 1;
    timer = setTimeout(open, waitBefore(failures));
  };
  open();
  return {
    close() {
      closed = true;
      clearTimeout(timer);
      source?.close();
    },
  };
}

/** Milliseconds to wait before the nth try in a row: from half a second to half a minute. */
export const waitBefore = (tries: number): number => Math.min(30_000, 500 * 2 ** Math.max(0, tries - 1));

async function refused(): Promise<boolean> {
  return api.about().then(
    () => false,
    (error: unknown) => error instanceof ApiError && error.status === 401,
  );
}

/** What a follower of one task is told. */
export interface TaskListener {
  entry(entry: Entry): void;
  task(row: TaskRow): void;
  /** No process runs the task, and all entries were sent; the stream is closed. */
  end(): void;
  /** The log is shorter than what was sent: forget everything. Entries come again from 0. */
  reset(): void;
  fault(says: string): void;
}

/** Follows the entries of a task from one number on: each once, in order, over reconnects. */
export function followTask(place: TaskPlace, from: number, listener: TaskListener): Stream {
  let next = from;
  let stream: Stream;
  const open = () => {
    stream = openStream(() => `${taskPath(place)}/events?from=${next}`, {
      entry(data) {
        const entry = data as Entry;
        if (entry.seq < next) return;
        next = entry.seq + 1;
        listener.entry(entry);
      },
      task: (data) => listener.task(data as TaskRow),
      end() {
        stream.close();
        listener.end();
      },
      reset() {
        stream.close();
        next = 0;
        listener.reset();
        open();
      },
      fault(data) {
        stream.close();
        listener.fault((data as { says: string }).says);
      },
    });
  };
  open();
  return { close: () => stream.close() };
}
