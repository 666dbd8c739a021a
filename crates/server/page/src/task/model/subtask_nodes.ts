// The subtasks of a round as nodes of a graph: those that were assigned, and those that are planned.
import type { SubtaskRow } from '../../shapes.ts';
import { isObject } from './geometry.ts';
import type { GraphNode } from './graph.ts';

/** A subtask in the graph. */
export interface SubtaskNode extends GraphNode {
  title: string;
  application: string;
  state: 'running' | 'finished' | 'failed' | 'planned';
  comment: string;
  missing: string[];
}

/** The assigned subtasks in their order, then the planned ones that are not among them. */
export function subtaskNodes(rows: readonly SubtaskRow[], planned: readonly unknown[]): SubtaskNode[] {
  const nodes = rows.map((row, at) => ({
    ...nodeOf(row.subtask, at),
    application: row.application,
    state: row.state,
    comment: row.comment || (row.failure ?? ''),
    missing: row.missing.map(productText),
  }));
  const known = new Set(nodes.map(({ id }) => id));
  const later = planned.filter(isObject).map((it, at) => nodeOf(it, rows.length + at));
  const ahead = later.filter(({ id }) => !known.has(id)).map((it) => ({ ...it, state: 'planned' as const, comment: '', missing: [] }));
  return [...nodes, ...ahead];
}

function nodeOf(subtask: object, at: number): Pick<SubtaskNode, 'id' | 'title' | 'application' | 'needs' | 'produces'> {
  const { id, text, application, needs, produces } = subtask as Record<string, unknown>;
  return {
    // Logs of the first format have no ids.
    id: typeof id === 'string' && id !== '' ? id : `#${at + 1}`,
    title: String(text ?? ''),
    application: String(application ?? ''),
    needs: Array.isArray(needs) ? needs.map(String) : [],
    produces: Array.isArray(produces) ? produces.map(productText) : [],
  };
}

/** A product in words: a text, or the value of its only key. */
export function productText(product: unknown): string {
  if (typeof product === 'string') return product;
  if (!isObject(product)) return String(product);
  const [value] = Object.values(product);
  return typeof value === 'string' ? value : JSON.stringify(product);
}
