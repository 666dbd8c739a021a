// The folds of the log after a step.
import type { StateAt } from '../api.ts';
import { useAsked, useReader } from './context.ts';

/** Subtasks, blackboard and cost after a step; asked for again as a live step goes on. */
export function useStateAfter(step: number): { value: StateAt | null; error: string } {
  const reader = useReader();
  const isLast = step + 1 >= reader.count;
  return useAsked(`${step} ${isLast ? reader.detail.entries : ''}`, async () => (step < 0 ? null : reader.state(await reader.lastEntryOf(step))));
}
