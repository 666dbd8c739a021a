// A value that views follow: the only kind of state that outlives a view.
import { useEffect, useState } from 'preact/hooks';

/** A value with followers, who are told of every change. */
export class Store<T> {
  readonly #followers = new Set<() => void>();

  constructor(private value: T) {}

  get(): T {
    return this.value;
  }

  set(value: T): void {
    if (Object.is(value, this.value)) return;
    this.value = value;
    for (const follower of [...this.#followers]) follower();
  }

  /** Calls back at each change, until the returned function is called. */
  follow(follower: () => void): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }
}

/** The value of a store; the view is drawn again when it changes. */
export function useStore<T>(store: Store<T>): T {
  const [value, setValue] = useState(() => store.get());
  useEffect(() => {
    const take = () => setValue(() => store.get());
    take();
    return store.follow(take);
  }, [store]);
  return value;
}

/** What a request of a view has come to. */
export type Loaded<T> = { is: 'loading' } | { is: 'here'; value: T } | { is: 'failed'; says: string };

/** How often files are read again, of whose changes nobody tells. */
const AGAIN = 5000;

/** Asks once for each key, and again on `reload`; what was there stays until the reply has come. A reply that comes too late is dropped. */
export function useLoaded<T>(key: string, ask: (signal: AbortSignal) => Promise<T>): [Loaded<T>, () => void] {
  const [loaded, setLoaded] = useState<Loaded<T>>({ is: 'loading' });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const aborted = new AbortController();
    ask(aborted.signal).then(
      (value) => !aborted.signal.aborted && setLoaded({ is: 'here', value }),
      (error: unknown) => !aborted.signal.aborted && setLoaded({ is: 'failed', says: sentence(error) }),
    );
    return () => aborted.abort();
    // The key stands for what `ask` depends on.
  }, [key, turn]);
  return [loaded, () => setTurn((it) => it + 1)];
}

/** Whether to ask again: more is to come, or it could not be had this time. */
export function isAwaited<T>(loaded: Loaded<T>, goesOn: (value: T) => boolean): boolean {
  return loaded.is === 'failed' || (loaded.is === 'here' && goesOn(loaded.value));
}

/** Asks as `useLoaded` does, and again every few seconds as long as more is to come. */
export function useReloaded<T>(key: string, ask: (signal: AbortSignal) => Promise<T>, goesOn: (value: T) => boolean): [Loaded<T>, () => void] {
  const [loaded, reload] = useLoaded(key, ask);
  const awaited = isAwaited(loaded, goesOn);
  useEffect(() => {
    const timer = awaited ? setInterval(() => document.hidden || reload(), AGAIN) : undefined;
    return () => clearInterval(timer);
  }, [awaited]);
  return [loaded, reload];
}

/** An error as a sentence for the person. */
export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
