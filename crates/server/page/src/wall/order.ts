// Which tasks the wall shows, and in which order.
import type { TaskRow } from '../shapes.ts';

const URGENT = ['waiting', 'paused', 'running'];

/** Those that wait for the person first; otherwise the newest first, as they come. */
export function inOrder(tasks: readonly TaskRow[]): TaskRow[] {
  const rank = (task: TaskRow) => (URGENT.includes(task.word) ? URGENT.indexOf(task.word) : URGENT.length);
  return [...tasks].sort((a, b) => rank(a) - rank(b));
}

const RECENT = 4;

/** The few that ended last. */
export function recent(tasks: readonly TaskRow[]): TaskRow[] {
  const ended = tasks.filter((it) => it.process === null && it.word !== 'unreadable');
  return ended.sort((a, b) => b.last - a.last).slice(0, RECENT);
}
