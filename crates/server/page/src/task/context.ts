// What every part of the viewer shares: the task that is read, and where the viewer is.
import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type { TaskPlace } from '../api.ts';
import { useStore } from '../store.ts';
import type { Cursor, CursorStore } from './cursor.ts';
import type { TaskReader } from './reader.ts';

/** The task that is read, and where the viewer is. */
export interface Viewed {
  place: TaskPlace;
  reader: TaskReader;
  cursor: CursorStore;
}

export const ViewedTask = createContext<Viewed | null>(null);

/** The task that the parts around this one show. */
export function useViewed(): Viewed {
  const viewed = useContext(ViewedTask);
  if (!viewed) throw new Error('a part of the viewer is outside of it');
  return viewed;
}

/** Where the viewer is; draws again at each move. */
export const useCursor = (): Cursor => useStore(useViewed().cursor);

/** Counts up with the reader: draws again when something has come. */
export const useReader = (): TaskReader => {
  const { reader } = useViewed();
  useStore(reader.changed);
  return reader;
};

/** Something that is asked for again whenever a key changes; what was there stays until the reply has come. */
export function useAsked<T>(key: string, ask: (signal: AbortSignal) => Promise<T>): { value: T | null; error: string } {
  const [asked, setAsked] = useState<{ value: T | null; error: string }>({ value: null, error: '' });
  useEffect(() => {
    const aborted = new AbortController();
    ask(aborted.signal).then(
      (value) => !aborted.signal.aborted && setAsked({ value, error: '' }),
      (error: unknown) => !aborted.signal.aborted && setAsked({ value: null, error: error instanceof Error ? error.message : String(error) }),
    );
    return () => aborted.abort();
  }, [key]);
  return asked;
}
