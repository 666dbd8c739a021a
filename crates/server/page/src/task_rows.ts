// What rows of tasks say of the tasks: which run, which wait, which a person has, and what changed. Pure.
import type { TaskPlace, TaskRow } from './shapes.ts';

/** The key of a task in lists. */
export const keyOf = ({ folder, name }: TaskPlace): string => `${folder}/${name}`;

/** The tasks that a process runs now, the newest first. */
export const running = (tasks: readonly TaskRow[]): TaskRow[] => tasks.filter((it) => it.process !== null);

/** The tasks that wait for an answer of the person. One whose desktop a person has waits for nobody who does not know. */
export const waiting = (tasks: readonly TaskRow[]): TaskRow[] => tasks.filter((it) => it.question !== null && !isHeld(it));

/** Whether a person has the desktop, and the task waits to get it back. */
export const isHeld = (task: TaskRow): boolean => task.question !== null && 'hand_back' in task.question.wants;

/** Whether the task can go on: nobody runs it, and it has not ended. */
export const isResumable = (task: TaskRow): boolean => task.process === null && ['waiting', 'paused', 'stopped', 'interrupted'].includes(task.word);

/** What has changed from one list to the next that a person would like to be told. */
export interface Alerts {
  /** Tasks with a question that is not the one they had. */
  asks: TaskRow[];
  /** Tasks that ran and have ended. */
  ended: TaskRow[];
}

/** Compares two lists. */
export function alertsBetween(before: readonly TaskRow[], after: readonly TaskRow[]): Alerts {
  const earlier = new Map(before.map((it) => [keyOf(it), it]));
  const asks = waiting(after).filter((it) => earlier.get(keyOf(it))?.question?.id !== it.question?.id);
  const ended = after.filter((it) => ['finished', 'failed'].includes(it.word) && earlier.get(keyOf(it))?.process != null && it.process === null);
  return { asks, ended };
}

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
