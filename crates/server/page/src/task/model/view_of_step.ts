// Which pictures belong to a step: what it decided on, and what was there when it was over.
import type { Entry, Pictures, Step } from '../../shapes.ts';
import { isObject } from './geometry.ts';
import { observationAfter, observationBefore } from './step_facts.ts';

/** A picture and what is known of it. */
export interface Scene {
  pictures: Pictures;
  /** The observation's entry; `null` for a closing picture, whose tree no step has. */
  entry: number | null;
  title: string;
}

/** What the step decided on; where it did not look, what the step before it saw. */
export function sceneBefore(step: Step, earlier: readonly Step[]): Scene | null {
  for (const it of [step, ...earlier]) {
    const seen = observationBefore(it);
    if (seen?.pictures) return { pictures: seen.pictures, entry: it === step ? seen.entry : null, title: seen.window?.title ?? '' };
  }
  return null;
}

/** What was there after the step: a closing picture of the same window, its own last look, or the next step's first. */
export function sceneAfter(step: Step, next: Step | undefined, closing: readonly Entry[]): Scene | null {
  const before = observationBefore(step);
  const closed = closing.flatMap(closingScenes);
  const seen = observationAfter(step, next);
  const looked = seen?.pictures ? { pictures: seen.pictures, entry: null, title: seen.window?.title ?? '' } : null;
  const sameKind = seen !== null && before !== null && seen.kind === before.kind && sameSize(seen.pictures, before.pictures);
  if (looked && sameKind) return looked;
  return closed.find((it) => sameSize(it.pictures, before?.pictures ?? null)) ?? looked ?? closed[0] ?? null;
}

function closingScenes(entry: Entry): Scene[] {
  if (entry.event !== 'pictured') return [];
  const scenes: Scene[] = [];
  const view = entry['view'];
  if (isObject(view) && isObject(view['pictures'])) {
    const window = isObject(view['window']) ? String(view['window']['title'] ?? '') : '';
    scenes.push({ pictures: view['pictures'] as unknown as Pictures, entry: null, title: window });
  }
  if (isObject(entry['desktop'])) scenes.push({ pictures: entry['desktop'] as unknown as Pictures, entry: null, title: '' });
  return scenes.filter((it) => it.pictures.clean);
}

function sameSize(left: Pictures | null, right: Pictures | null): boolean {
  return left !== null && right !== null && left.size.width === right.size.width && left.size.height === right.size.height;
}
