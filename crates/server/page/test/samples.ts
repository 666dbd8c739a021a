// Steps for the tests: whole, with what a test needs in them.
import type { EffectWord, Observation, OperationRow, Step } from '../src/shapes.ts';

const none = { dollars: 0, unpriced: 0, calls: 0, input_tokens: 0, cached_tokens: 0, output_tokens: 0 };

/** A step of this agent with these parts. */
export function step(parts: Partial<Step> = {}): Step {
  return {
    number: { session: 0, round: 0, agent: 0 }, agent: 'AppAgent/galculator/Calculator', entry: 10, round: 0, request: '', application: 'galculator', subtask: null,
    observations: [], decisions: [], operations: [], carried: false, selected: null, approval: 'not_needed', error: null,
    cost: none, round_cost: none, session_cost: none, timings: [], replies: [], verdict: null, settled: true,
    ...parts,
  };
}

/** An operation that began with this entry. */
export function operation(says: string, effect: EffectWord, entry = 15, ended: number | null = 20): OperationRow {
  return { says, operation: {}, effect, detail: '', outcome: null, run: { id: 1, entry, began: 10, ended }, selected: null };
}

/** A look with a picture of this name and size. */
export function look(entry: number, hash: string, width = 100, kind: 'app' | 'desktop' = 'app'): Observation {
  const pictures = { clean: { hash, kind: 'png', bytes: 1 }, annotated: null, concat: null, size: { width, height: 50 }, origin: { x: 0, y: 0 } };
  return { entry, at: entry * 100, kind, window: { title: hash, application: 'a', rect: { x: 0, y: 0, width, height: 50 } }, pictures, controls: 0 };
}
