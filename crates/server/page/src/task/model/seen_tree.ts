// What a step saw as a tree: the one of its window, or the windows of the desktop.
import type { Rect, StepTree, TreeNode } from '../../shapes.ts';
import { asRect, isObject } from './geometry.ts';

/** The tree of an observation. A look at the desktop has its windows as leaves. */
export function seenTree(seen: StepTree): TreeNode {
  if (seen.tree) return seen.tree;
  const windows = (seen.view.windows ?? []).flatMap(windowNode);
  return { id: 'desktop', name: '', control_type: 'Desktop', rectangle: null, level: 0, value: null, children: windows };
}

function windowNode(window: unknown, at: number): TreeNode[] {
  if (!isObject(window)) return [];
  const rect = asRect(window['rect']);
  const name = `${String(window['title'] ?? '')}`;
  const id = `window_${at}`;
  return [{ id, name, control_type: 'Window', rectangle: rect && edges(rect), level: 1, value: String(window['application'] ?? ''), children: [] }];
}

function edges({ x, y, width, height }: Rect): NonNullable<TreeNode['rectangle']> {
  return { left: x, top: y, right: x + width, bottom: y + height };
}
