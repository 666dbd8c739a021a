// What a step's row says, taken from the step.

import type { EffectWord, Observation, OperationRow, Step } from '../../shapes.ts';
import { type AimedAction, isObject } from './geometry.ts';

/** Effects from the one that needs least attention to the one that needs most. */
const BY_ATTENTION: readonly EffectWord[] = [
  'skipped',
  'confirmed',
  'unverified',
  'no_change',
  'partial',
  'interrupted',
  'refused',
];

/** How a step turned out, in the word that its colour stands for. */
export type Outcome = EffectWord | 'error' | 'waiting' | 'decided' | 'working';

/** How a step turned out: its worst effect, unless an error or an approval matters more. */
export function outcomeOf(step: Step): Outcome {
  if (step.error) return 'error';
  if (step.approval === 'waiting') return 'waiting';
  if (step.approval === 'withheld') return 'refused';
  return worstEffect(step.operations) ?? (step.settled ? 'decided' : 'interrupted');
}

/** How the step stands that is at work: what has begun and not ended is not interrupted. */
export function outcomeNow(step: Step): Outcome {
  const over = step.operations.filter((it) => !isAtWork(it));
  const outcome = outcomeOf({ ...step, operations: over });
  return !step.settled && (outcome === 'interrupted' || over.length < step.operations.length) ? 'working' : outcome;
}

/** Whether the operation has begun and not ended, in a step that is at work. */
export const isAtWork = ({ run }: OperationRow): boolean => run !== null && run.ended === null;

function worstEffect(operations: readonly OperationRow[]): EffectWord | null {
  let worst = -1;
  for (const { effect } of operations) if (effect) worst = Math.max(worst, BY_ATTENTION.indexOf(effect));
  return BY_ATTENTION[worst] ?? null;
}

/** What the step did, in words; what it decided where it did nothing, and what it is to do where it has not decided. */
export function actionText(step: Step): string {
  const first = step.operations[0];
  if (first) return first.says;
  const decision = step.decisions.at(-1)?.decision;
  return decision === undefined || decision === null ? (step.subtask?.text ?? '') : decisionText(decision);
}

/** A decision in one word: its kind. */
export function decisionText(decision: unknown): string {
  if (typeof decision === 'string') return decision;
  if (isObject(decision)) return Object.keys(decision)[0] ?? '';
  return '';
}

/** What the agent thought last; empty for a program. */
export function thoughtText(step: Step): string {
  for (let at = step.decisions.length - 1; at >= 0; at -= 1) {
    const thought = step.decisions[at]?.remarks?.thought;
    if (thought) return thought;
  }
  return '';
}

/** When the step began: its first observation, decision or operation. */
export function beganAt(step: Step): number | null {
  const at = step.observations[0]?.at ?? step.decisions[0]?.at ?? step.operations[0]?.run?.began;
  return at ?? null;
}

/** When the last thing that is known of the step happened. */
export function endedAt(step: Step): number | null {
  const moments = [
    ...step.observations.map((it) => it.at),
    ...step.decisions.map((it) => it.at),
    ...step.operations.map((it) => it.run?.ended ?? it.run?.began ?? 0),
  ];
  return moments.length === 0 ? null : Math.max(...moments);
}

/** The milliseconds of all stages. */
export function duration(step: Step): number {
  return step.timings.reduce((sum, { millis }) => sum + millis, 0);
}

/** How many replies could not be used. */
export function retries(step: Step): number {
  return Math.max(0, step.replies.length - (step.decisions.some((it) => it.by === 'model') ? 1 : 0));
}

/** The agent's kind and its application: `AppAgent/galculator/Calculator` is about galculator. */
export function agentParts(agent: string): { kind: string; about: string } {
  const [kind = '', about = '', ...window] = agent.split('/');
  return { kind, about: about || window.join('/') };
}

/** The observation that shows what the step decided on: its last one before an operation began. */
export function observationBefore(step: Step): Observation | null {
  const began = step.operations.find((it) => it.run)?.run?.entry ?? Infinity;
  const earlier = step.observations.filter((it) => it.entry < began && it.pictures?.clean);
  return earlier.at(-1) ?? step.observations.find((it) => it.pictures?.clean) ?? null;
}

/** The observation after a step: its own after the last operation, or the next step's first. */
export function observationAfter(step: Step, next: Step | undefined): Observation | null {
  const before = observationBefore(step);
  const last = step.operations.findLast((it) => it.run)?.run?.entry;
  const own = step.observations.findLast(
    (it) => it.pictures?.clean && it !== before && last !== undefined && it.entry > last,
  );
  return own ?? next?.observations.find((it) => it.pictures?.clean) ?? null;
}

/** The action of an operation, if an agent acts in a window; what it aims at can be drawn. */
export function aimedAction(operation: unknown): AimedAction | null {
  const act = isObject(operation) ? operation['act'] : null;
  return isObject(act) ? (act as AimedAction) : null;
}

/** All words of a step in which somebody may search. */
export function searchText(step: Step): string {
  const parts = [step.agent, step.application, step.subtask?.text ?? '', step.error?.message ?? '', ...Object.values(step.verdict ?? {})];
  for (const { decision, remarks } of step.decisions) {
    parts.push(decisionText(decision), remarks?.observation ?? '', remarks?.thought ?? '');
    parts.push(remarks?.comment ?? '', ...(remarks?.plan ?? []));
  }
  for (const { says, effect, detail, outcome } of step.operations) {
    parts.push(says, effect ?? '', detail, typeof outcome?.output === 'string' ? outcome.output : '');
  }
  for (const { title } of step.observations.flatMap((it) => it.window ?? [])) parts.push(title);
  return parts.join('\n').toLocaleLowerCase();
}

/** The words around the first place where a step has the text; `null` if it has it nowhere. */
export function foundIn(step: Step, text: string): string | null {
  const words = searchText(step);
  const at = words.indexOf(text.toLocaleLowerCase());
  if (at < 0) return null;
  const line = words.lastIndexOf('\n', at) + 1;
  const end = words.indexOf('\n', at);
  const from = Math.max(line, at - 40);
  const excerpt = words.slice(from, end < 0 ? at + 80 : Math.min(end, at + 80)).trim();
  return from > line ? `…${excerpt}` : excerpt;
}
