// Playing a task: which moment is shown as time goes on.

/** A pause that is longer than this, in milliseconds of the log, is played as one of this length. */
export const LONGEST_PAUSE = 3000;
/** The shortest time that a step is shown, in milliseconds of the log at speed 1. */
export const SHORTEST_STEP = 350;

/** The speeds that are offered. */
export const SPEEDS: readonly number[] = [0.5, 1, 2, 4, 8];

/** How long a step is shown before the next one, in milliseconds of a clock. */
export function stepDelay(began: number | null, nextBegan: number | null, speed: number): number {
  const apart = began === null || nextBegan === null ? LONGEST_PAUSE : nextBegan - began;
  return Math.max(SHORTEST_STEP, Math.min(LONGEST_PAUSE, apart)) / speed;
}

/** What is played: a step, its pictures before and after, and how long each is shown. */
export interface PlayedMoment {
  step: number;
  picture: 'before' | 'after';
}

/** The next moment of a playback; `null` at the end. */
export function nextMoment(moment: PlayedMoment, steps: number): PlayedMoment | null {
  if (moment.picture === 'before') return { step: moment.step, picture: 'after' };
  if (moment.step + 1 >= steps) return null;
  return { step: moment.step + 1, picture: 'before' };
}

/** The share of a step's time at which the picture changes from before to after. */
export const BEFORE_SHARE = 0.55;

/** How long this moment of a step is shown, in milliseconds of a clock. */
export function momentDelay(
  moment: PlayedMoment,
  began: number | null,
  nextBegan: number | null,
  speed: number,
): number {
  const share = moment.picture === 'before' ? BEFORE_SHARE : 1 - BEFORE_SHARE;
  return stepDelay(began, nextBegan, speed) * share;
}
