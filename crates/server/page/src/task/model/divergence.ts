// Two tasks side by side: which step of one is which of the other, and where they part.

import type { Step } from '../../shapes.ts';
import { actionText, decisionText, outcomeOf } from './step_facts.ts';

/** A pair of steps, by their numbers; `null` where one task has no such step. */
export interface Pair {
  left: number | null;
  right: number | null;
  /** What differs; empty for steps that are alike. */
  differs: ('agent' | 'action' | 'effect' | 'decision')[];
}

/** What is compared of a step. */
export interface StepSketch {
  agent: string;
  action: string;
  effect: string;
  decision: string;
}

/** What is compared of a step: no thoughts, times or places, which differ from run to run, nor the folder of the task. */
export function sketch(step: Step, folder: string): StepSketch {
  const [kind = '', about = ''] = step.agent.split('/');
  const action = step.operations.map((it) => it.says).join('; ') || actionText(step);
  return {
    agent: `${kind}/${about}`,
    action: action.replaceAll(folder, ''),
    effect: outcomeOf(step),
    decision: decisionText(step.decisions.at(-1)?.decision),
  };
}

/** What differs between two steps. */
export function differences(left: StepSketch, right: StepSketch): Pair['differs'] {
  const parts = ['agent', 'action', 'effect', 'decision'] as const;
  return parts.filter((part) => left[part] !== right[part]);
}

/** The most steps by which alignment looks ahead: far enough for a few steps more in one task. */
const LOOK_AHEAD = 24;

/** Pairs the steps of two tasks in order. After a difference the pairs go on where both do the same again. */
export function align(left: readonly StepSketch[], right: readonly StepSketch[]): Pair[] {
  const pairs: Pair[] = [];
  let [atLeft, atRight] = [0, 0];
  while (atLeft < left.length && atRight < right.length) {
    const here = differences(left[atLeft]!, right[atRight]!);
    const skip = here.length === 0 ? [0, 0] : meeting(left, right, atLeft, atRight);
    const [skipLeft = 0, skipRight = 0] = skip ?? [0, 0];
    for (let both = 0; both < Math.min(skipLeft, skipRight); both += 1) {
      pairs.push(pair(left, right, atLeft++, atRight++));
    }
    for (let only = skipRight; only < skipLeft; only += 1) {
      pairs.push({ left: atLeft++, right: null, differs: ['action'] });
    }
    for (let only = skipLeft; only < skipRight; only += 1) {
      pairs.push({ left: null, right: atRight++, differs: ['action'] });
    }
    pairs.push(pair(left, right, atLeft++, atRight++));
  }
  while (atLeft < left.length) pairs.push({ left: atLeft++, right: null, differs: ['action'] });
  while (atRight < right.length) pairs.push({ left: null, right: atRight++, differs: ['action'] });
  return pairs;
}

function pair(
  left: readonly StepSketch[],
  right: readonly StepSketch[],
  atLeft: number,
  atRight: number,
): Pair {
  return { left: atLeft, right: atRight, differs: differences(left[atLeft]!, right[atRight]!) };
}

/** How many steps of each task come before they do the same again; the fewest of both together. */
function meeting(
  left: readonly StepSketch[],
  right: readonly StepSketch[],
  atLeft: number,
  atRight: number,
): [number, number] | null {
  for (let both = 1; both <= LOOK_AHEAD; both += 1) {
    for (let skipLeft = 0; skipLeft <= both; skipLeft += 1) {
      const [one, other] = [left[atLeft + skipLeft], right[atRight + both - skipLeft]];
      if (one && other && differences(one, other).length === 0) return [skipLeft, both - skipLeft];
    }
  }
  return null;
}

/** The place of the first pair that differs; `null` where the tasks are alike. */
export function firstDivergence(pairs: readonly Pair[]): number | null {
  const at = pairs.findIndex((it) => it.differs.length > 0);
  return at < 0 ? null : at;
}
