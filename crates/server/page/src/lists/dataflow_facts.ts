// What the rows of the dataflow say: how many jobs have ended, which are shown, and their colours. Pure.
import type { DataflowRow, JobRow, JobStates, JobWord } from '../shapes.ts';
import type { Group } from './batch_facts.ts';

/** The states of a job, in the order of its life. */
export const JOB_STATES: readonly JobWord[] = ['queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled', 'dead'];

const FINAL: readonly JobWord[] = ['succeeded', 'failed', 'cancelled', 'dead'];

/** The state of a task whose colour a job's state has. */
export const LOOKS: Readonly<Record<JobWord, string>> = {
  queued: 'unreadable', running: 'running', waiting: 'waiting', succeeded: 'finished', failed: 'failed', cancelled: 'stopped', dead: 'interrupted',
};

/** All jobs of a run, and those that have ended. */
export function progress({ states }: { states: JobStates }): { total: number; ended: number; passed: number } {
  const sum = (words: readonly JobWord[]) => words.reduce((all, word) => all + (states[word] ?? 0), 0);
  return { total: sum(JOB_STATES), ended: sum(FINAL), passed: states.succeeded ?? 0 };
}

/** The jobs of all runs of a folder by state. */
export function allStates({ runs }: DataflowRow): JobStates {
  const sum = (word: JobWord) => runs.reduce((all, { states }) => all + (states[word] ?? 0), 0);
  return Object.fromEntries(JOB_STATES.map((word) => [word, sum(word)]));
}

/** Whether more is to come: jobs that have not ended, or something that could not be read this time. */
export const goesOn = ({ runs, fault }: DataflowRow): boolean => fault !== null || runs.some((it) => progress(it).ended < progress(it).total);

/** Whether the jobs are in a queue that is not in the folder; nobody knows while something cannot be read. */
export const isElsewhere = ({ runs, fault }: DataflowRow): boolean => runs.length === 0 && fault === null;

/** What a run does, with which its name begins. */
export const runKind = (run: string): string => /^(instantiation|execution|dataflow)-/.exec(run)?.[1] ?? run;

/** The jobs that the filters of the address leave; the ones that run or failed before the others. */
export function chosenJobs(jobs: readonly JobRow[], query: URLSearchParams): JobRow[] {
  const states = query.get('state')?.split(',').filter((it) => it !== '') ?? [];
  const [application, worker] = [query.get('application'), query.get('worker')];
  const rank = ({ state }: JobRow) => ['running', 'waiting', 'dead', 'failed', 'queued', 'cancelled', 'succeeded'].indexOf(state);
  return jobs
    .filter((it) => (states.length === 0 || states.includes(it.state)) && (!application || it.application === application) && (!worker || it.worker === worker))
    .sort((a, b) => rank(a) - rank(b) || (b.ended ?? b.started ?? 0) - (a.ended ?? a.started ?? 0));
}

/** Failures as bars, the most frequent first. */
export function failureGroups(failures: readonly { stage: string; reason: string; tasks: string[] }[]): Group[] {
  return failures.map(({ stage, reason, tasks }) => ({ name: `${stage}: ${reason}`, count: tasks.length, succeeded: 0 }));
}
