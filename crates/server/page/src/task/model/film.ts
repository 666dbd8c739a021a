// The frames of a film over wall time: as many as have room, each with the step that was going on.
import type { Timeline } from './timeline.ts';

/** A frame and where it is. */
export interface FilmFrame {
  place: number;
  step: number;
  at: number;
}

/** The frames in view of a film that is `length` pixels long and scrolled to `left`. */
export function framesInView(timeline: Timeline, length: number, left: number, view: number, frame: number): FilmFrame[] {
  const count = Math.max(1, Math.ceil(length / frame));
  const first = Math.max(0, Math.floor(left / frame) - 1);
  const end = Math.min(count, Math.ceil((left + view) / frame) + 1);
  const frames: FilmFrame[] = [];
  for (let place = first; place < end; place += 1) {
    const at = timeAt(timeline, (place + 0.5) * frame, length);
    frames.push({ place, step: timeline.stepAt(at), at });
  }
  return frames;
}

/** The time at a place of the film. */
export function timeAt(timeline: Timeline, x: number, length: number): number {
  const share = length <= 0 ? 0 : Math.max(0, Math.min(1, x / length));
  return timeline.start + (timeline.end - timeline.start) * share;
}

/** The place of a time in the film. */
export function placeOf(timeline: Timeline, at: number, length: number): number {
  const span = timeline.end - timeline.start;
  return span <= 0 ? 0 : Math.max(0, Math.min(1, (at - timeline.start) / span)) * length;
}

/** The steps at which marks stand: all of few, and of many as many as can be told apart. */
export function markedSteps(count: number, length: number): number[] {
  const most = Math.max(1, Math.floor(length / 2));
  const apart = Math.max(1, Math.ceil(count / most));
  return Array.from({ length: Math.ceil(count / apart) }, (_, at) => at * apart);
}
