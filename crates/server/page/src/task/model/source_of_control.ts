// Why a step chose a control: what the agent saw of it, and what else it could have meant.

import type { Rect, Step, TreeNode, ViewControl } from '../../shapes.ts';
import { type TreeRow } from './accessibility_tree.ts';
import { isObject } from './geometry.ts';

/** A control that an operation aimed at. */
export interface AimedControl {
  label: number | null;
  role: string;
  name: string;
  value: string | null;
  states: string[];
  rect: Rect | null;
  source: unknown;
}

/** How a control is known, in one word and what there is to say of it. */
export interface KnownBy {
  word: 'accessibility' | 'vision' | 'page' | 'deferred';
  detail: string;
}

/** The controls that the operations of a step aimed at. */
export function aimedControls(step: Step): AimedControl[] {
  return step.operations.flatMap(({ operation }) => {
    const act = isObject(operation) ? operation['act'] : null;
    const aim = isObject(act) ? act['aim'] : null;
    const control = isObject(aim) ? aim['control'] : null;
    return isObject(control) ? [control as unknown as AimedControl] : [];
  });
}

/** How a control is known. */
export function knownBy(source: unknown): KnownBy {
  if (isObject(source) && isObject(source['accessibility'])) return { word: 'accessibility', detail: String(source['accessibility']['node'] ?? '') };
  if (isObject(source) && isObject(source['vision'])) return { word: 'vision', detail: String(source['vision']['confidence'] ?? '') };
  return { word: source === 'page' ? 'page' : 'deferred', detail: '' };
}

/** The row of a control in the tree: by its identifier, else by its place and name. */
export function rowOfControl(rows: readonly TreeRow[], control: AimedControl): number | null {
  const known = knownBy(control.source);
  const same = (node: TreeNode): boolean =>
    known.word === 'accessibility' && node.node !== undefined && node.node !== null
      ? node.node === known.detail
      : node.name === control.name && node.control_type === control.role && sameRect(node, control.rect);
  const at = rows.findIndex(({ node }) => same(node));
  return at < 0 ? null : at;
}

function sameRect({ rectangle }: TreeNode, rect: Rect | null): boolean {
  if (!rectangle || !rect) return false;
  return rectangle.left === rect.x && rectangle.top === rect.y && rectangle.right === rect.x + rect.width && rectangle.bottom === rect.y + rect.height;
}

/** The other controls with the same name: what the agent could have meant as well. */
export function namesakes(controls: readonly ViewControl[], control: AimedControl): ViewControl[] {
  if (control.name === '') return [];
  const name = control.name.toLocaleLowerCase();
  return controls.filter((it) => it.name.toLocaleLowerCase() === name && it.label !== control.label);
}

/** The line in which the model saw a control, such as `12 Button "Save"`, from the text of the prompt's section; `null` where it saw none. */
export function lineOfControl(section: string, control: AimedControl): string | null {
  if (control.label === null) return null;
  const start = new RegExp(`^ *${control.label} `);
  return section.split('\n').find((line) => start.test(line)) ?? null;
}
