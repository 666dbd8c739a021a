// What rows of tasks say of the tasks: which run, which wait, which a person has.
import type { TaskRow } from './shapes.ts';

/** The tasks that a process runs now, the newest first. */
export const running = (tasks: readonly TaskRow[]): TaskRow[] => tasks.filter((it) => it.process !== null);

/** The tasks that wait for an answer of the person. One whose desktop a person has waits for nobody who does not know. */
export const waiting = (tasks: readonly TaskRow[]): TaskRow[] => tasks.filter((it) => it.question !== null && !isHeld(it));

/** Whether a person has the desktop, and the task waits to get it back. */
export const isHeld = (task: TaskRow): boolean => task.question !== null && 'hand_back' in task.question.wants;
