// Short sentences about questions that are over, kept until they are read.
import { Store } from '../store.ts';
import type { TaskRow } from '../shapes.ts';
import { keyOf } from '../task_rows.ts';

/** A sentence. */
export interface News {
  id: number;
  says: string;
}

/** The sentences that were not read yet, the newest first. */
export const news = new Store<readonly News[]>([]);

let count = 0;
const MOST = 3;

/** Says something. */
export function tell(says: string): void {
  count += 1;
  news.set([{ id: count, says }, ...news.get()].slice(0, MOST));
}

/** What a question is known by. */
export const questionKey = (task: TaskRow): string => `${keyOf(task)}#${task.question?.id ?? ''}`;

const here = new Set<string>();

/** Remembers that the answer to this question comes from this page. */
export const answersHere = (task: TaskRow): void => void here.add(questionKey(task));

/** Whether this page answered the question; asked once for each. */
export const wasAnsweredHere = (key: string): boolean => here.delete(key);
