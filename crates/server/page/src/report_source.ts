// A task from the data of a report, in the shapes of the interface: docs/api.md, "The report in one file".
import type { Entry, Step, StepTree, TaskPlace, TaskSource } from './api.ts';
import { taskPath } from './api.ts';
import { t } from './words.ts';

/** The data of a report. */
export interface Report {
  version: string;
  tasks: ReportTask[];
  /** Pictures by their hashes, each once, in base64. */
  pictures: Record<string, string>;
}

/** A task of a report: the replies of the interface by path, as JSON, compressed with gzip, in base64. */
export interface ReportTask extends TaskPlace {
  replies: string;
}

type Replies = Readonly<Record<string, unknown>>;

/** The task as the report has it. Its replies are unpacked when the first of them is asked for. */
export function reportSource(report: Report, task: ReportTask): TaskSource {
  const at = taskPath(task);
  let unpacked: Promise<Replies> | null = null;
  const reply = async <T>(path: string): Promise<T> => {
    unpacked ??= unpack(task.replies);
    const found = (await unpacked)[at + path];
    if (found === undefined) throw new Error(t('report_lacks'));
    return found as T;
  };
  const steps = async () => (await reply<{ steps: Step[] }>('/steps')).steps;
  const entries = async () => (await reply<{ entries: Entry[] }>('/entries')).entries;
  return {
    live: false,
    task: () => reply(''),
    entries: async (from, limit) => ({ entries: piece(await entries(), from, limit), ...rest(await entries(), from, limit) }),
    steps: async (from, limit) => ({ steps: piece(await steps(), from, limit), ...rest(await steps(), from, limit) }),
    step: async (number) => {
      const step = (await steps())[number];
      if (!step) throw new Error(t('report_lacks'));
      return step;
    },
    tree: async (_, entry) => treeOf((await entries())[entry ?? -1]),
    state: (seq) => reply(`/state?at=${seq}`),
    tokens: () => reply('/tokens'),
    audit: () => reply('/audit'),
    json: (hash) => reply(`/blobs/${hash}`),
    picture: (hash) => (report.pictures[hash] ? `data:image/png;base64,${report.pictures[hash]}` : ''),
  };
}

/** What a step saw, from the entry of its observation: the viewer makes the tree of it itself. */
function treeOf(entry: Entry | undefined): StepTree {
  const view = entry?.['view'] as Record<'app' | 'desktop', StepTree['view'] | undefined> | undefined;
  const kind = view?.app ? 'app' : 'desktop';
  const seen = view?.[kind];
  if (!entry || !seen) throw new Error(t('report_lacks'));
  return { entry: entry.seq, kind, tree: null, view: seen };
}

const piece = <T>(all: readonly T[], from: number, limit: number): T[] => all.slice(from, from + limit);

function rest(all: readonly unknown[], from: number, limit: number): { next: number; more: boolean } {
  const next = Math.max(from, Math.min(all.length, from + limit));
  return { next, more: next < all.length };
}

async function unpack(base64: string): Promise<Replies> {
  const bytes = Uint8Array.from(atob(base64), (it) => it.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return JSON.parse(await new Response(stream).text()) as Replies;
}
