// What each running task did last: the last step, asked for again when the task changes.
import { useEffect, useState } from 'preact/hooks';
import { serverSource, type Step, type TaskRow } from './api.ts';
import { keyOf } from './task_rows.ts';

const latest = new Map<string, { last: number; step: Promise<Step | null> }>();

/** The last step of the task; `null` until it is known, and where there is none. */
export function useLastStep(task: TaskRow | null): Step | null {
  const [step, setStep] = useState<Step | null>(null);
  const key = task ? `${keyOf(task)} ${task.steps} ${task.last}` : '';
  useEffect(() => {
    let current = true;
    if (!task) setStep(null);
    else void lastStep(task).then((it) => current && setStep(it));
    return () => {
      current = false;
    };
  }, [key]);
  return step;
}

/** One request for each change, however many views show the task. */
function lastStep(task: TaskRow): Promise<Step | null> {
  const key = keyOf(task);
  const known = latest.get(key);
  if (known && known.last === task.last) return known.step;
  // A row counts the steps that have ended; the one at work comes after them.
  const from = Math.max(0, task.steps - 1);
  const page = serverSource(task).steps(from, 2);
  const step = page.then((it) => it.steps.at(-1) ?? null).catch(() => null);
  latest.set(key, { last: task.last, step });
  return step;
}

/** What the step does, in a sentence of the log: its last operation, else what its agent thought. */
export function doing(step: Step | null): string {
  if (!step) return '';
  const operation = step.operations.at(-1)?.says;
  const remarks = step.decisions.at(-1)?.remarks;
  return operation || remarks?.comment || remarks?.thought || step.subtask?.text || '';
}

/** The last picture of the step, without labels. */
export function lastPicture(step: Step | null): { hash: string; origin: { x: number; y: number }; size: { width: number; height: number } } | null {
  const pictures = step?.observations.findLast((it) => it.pictures?.clean)?.pictures;
  return pictures?.clean ? { hash: pictures.clean.hash, origin: pictures.origin, size: pictures.size } : null;
}
