// The pictures of the step that the viewer is at.
import { useEffect } from 'preact/hooks';
import type { Step } from '../api.ts';
import { useAsked, useCursor, useReader } from './context.ts';
import { difference, type PictureDifference, type Pixels } from './model/difference.ts';
import { sceneAfter, sceneBefore, type Scene } from './model/view_of_step.ts';

/** A step with its neighbours and pictures. */
export interface StepScenes {
  step: Step | undefined;
  before: Scene | null;
  after: Scene | null;
}

/** The step that the viewer is at, loaded with those around it. */
export function useScenes(): StepScenes {
  const reader = useReader();
  const { step: at } = useCursor();
  const step = reader.steps.peek(at);
  const next = reader.steps.peek(at + 1);
  // Scrolling far in the list makes room for other steps; the one that is shown is asked for again.
  useEffect(() => void reader.needSteps(Math.max(0, at - 3), at + 3), [at, reader.count, step === undefined, next === undefined]);
  const closing = useAsked(`${at} ${step?.settled} ${step?.operations.length} ${next?.entry}`, async () => (step ? { step, entries: await reader.closing(at, step) } : null)).value;
  if (!step) return { step, before: null, after: null };
  const earlier = [at - 1, at - 2, at - 3].flatMap((it) => reader.steps.peek(it) ?? []);
  return { step, before: sceneBefore(step, earlier), after: sceneAfter(step, next, closing?.step === step ? closing.entries : []) };
}

/** The difference of two pictures, computed once both are there; `null` for pictures of different sizes. */
export function useDifference(before: string | null, after: string | null): { value: PictureDifference | null; error: string } {
  return useAsked(`${before} ${after}`, async () => (before && after ? difference(await pixelsOf(before), await pixelsOf(after)) : null));
}

async function pixelsOf(address: string): Promise<Pixels> {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  const draw = canvas.getContext('2d', { willReadFrequently: true });
  if (!draw) throw new Error('the browser draws no pictures');
  draw.drawImage(image, 0, 0);
  return draw.getImageData(0, 0, canvas.width, canvas.height);
}
