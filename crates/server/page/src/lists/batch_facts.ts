// What a batch's rows say together: causes of failures, success by task, time left, cost as it grew. Pure.
import type { BatchRow, Size, TrialRow } from '../shapes.ts';

/** How many trials have something in common. */
export interface Group {
  name: string;
  count: number;
  succeeded: number;
}

/** Failed trials by what their verdicts have in common, the most frequent first. */
export function causes(trials: readonly TrialRow[]): Group[] {
  return grouped(trials.filter((it) => !it.success), cause);
}

/** The verdict without what differs from trial to trial: numbers and quoted names. */
export function cause({ verdict, finished }: TrialRow): string {
  if (finished) return 'checks';
  return verdict.replace(/"[^"]*"/g, '"…"').replace(/\d+/g, 'N').slice(0, 160);
}

/** Trials by their tasks, the least successful first. */
export function byTask(trials: readonly TrialRow[]): Group[] {
  const groups = grouped(trials, (it) => it.task);
  return groups.sort((a, b) => a.succeeded / a.count - b.succeeded / b.count || a.name.localeCompare(b.name));
}

/** Milliseconds until a batch is done if trials go on as they did; `null` where nothing can be said. */
export function remaining({ results }: BatchRow): number | null {
  const { done, seconds } = results.totals;
  const left = results.planned - done;
  return done === 0 || left <= 0 ? null : (seconds / done) * left * 1000;
}

/** The sum of the cost after each trial, from 0 on. */
export function costs(trials: readonly TrialRow[]): number[] {
  const sums = [0];
  for (const { dollars } of trials) sums.push((sums.at(-1) ?? 0) + dollars);
  return sums;
}

/** The trials of batches with the same models together. */
export function byModel(batches: readonly BatchRow[], name: (batch: BatchRow) => string): Group[] {
  const groups = new Map<string, Group>();
  for (const batch of batches) {
    const { done, succeeded } = batch.results.totals;
    const { count, succeeded: before } = groups.get(name(batch)) ?? { count: 0, succeeded: 0 };
    if (done > 0) groups.set(name(batch), { name: name(batch), count: count + done, succeeded: before + succeeded });
  }
  return [...groups.values()].sort((a, b) => a.succeeded / a.count - b.succeeded / b.count || a.name.localeCompare(b.name));
}

/** The points of a line through the values, one beside the other, in a picture of this size, as SVG takes them. */
export function linePoints(values: readonly number[], size: Size): string {
  return timePoints(values.map((value, at) => [at, value]), size);
}

/** The points of a line through the values at their times. */
export function timePoints(values: readonly (readonly [number, number])[], { width, height }: Size): string {
  const most = Math.max(...values.map(([, value]) => value), Number.MIN_VALUE);
  const [from, to] = [values[0]?.[0] ?? 0, values.at(-1)?.[0] ?? 0];
  const across = (at: number) => (to > from ? ((at - from) / (to - from)) * width : 0);
  return values.map(([at, value]) => `${round(across(at))},${round(height - (value / most) * height)}`).join(' ');
}

function grouped(trials: readonly TrialRow[], name: (trial: TrialRow) => string): Group[] {
  const groups = new Map<string, Group>();
  for (const trial of trials) {
    const group = groups.get(name(trial)) ?? { name: name(trial), count: 0, succeeded: 0 };
    group.count += 1;
    group.succeeded += Number(trial.success);
    groups.set(group.name, group);
  }
  return [...groups.values()].sort((a, b) => b.count - a.count);
}

const round = (value: number): number => Math.round(value * 10) / 10;
