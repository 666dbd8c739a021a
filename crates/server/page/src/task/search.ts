// A search over all steps: piece by piece, so that the first hits are there at once and memory stays small.
import { useEffect, useState } from 'preact/hooks';
import { foundIn } from './model/step_facts.ts';
import type { TaskReader } from './reader.ts';

/** A step that has the text, and the words around it. */
export interface Hit {
  step: number;
  excerpt: string;
}

/** What a search has come to. */
export interface Search {
  hits: readonly Hit[];
  /** How many steps were looked at. */
  looked: number;
  done: boolean;
  error: string;
}

const PIECE = 200;
const NOTHING: Search = { hits: [], looked: 0, done: true, error: '' };

/** The steps that have the text. Nothing is sought while it is empty. */
export function useSearch(reader: TaskReader, text: string): Search {
  const [search, setSearch] = useState<Search>(NOTHING);
  useEffect(() => {
    if (text === '') {
      setSearch(NOTHING);
      return;
    }
    // Until it has looked, it says neither that there is nothing nor that it is done.
    setSearch((before) => ({ ...before, done: false }));
    const aborted = new AbortController();
    const timer = setTimeout(() => void seek(reader, text, aborted.signal, setSearch), 150);
    return () => {
      clearTimeout(timer);
      aborted.abort();
    };
  }, [reader, text]);
  return search;
}

async function seek(reader: TaskReader, text: string, signal: AbortSignal, tell: (search: Search) => void): Promise<void> {
  const hits: Hit[] = [];
  try {
    for (let from = 0, more = true; more; ) {
      const page = await reader.source.steps(from, PIECE, signal);
      for (const [at, step] of page.steps.entries()) {
        const excerpt = foundIn(step, text);
        if (excerpt !== null) hits.push({ step: from + at, excerpt });
      }
      from = page.next;
      more = page.more && page.steps.length > 0;
      if (signal.aborted) return;
      tell({ hits: [...hits], looked: from, done: !more, error: '' });
    }
  } catch (error) {
    if (!signal.aborted) tell({ hits, looked: 0, done: true, error: error instanceof Error ? error.message : String(error) });
  }
}
