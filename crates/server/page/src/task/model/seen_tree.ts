// What a step saw as a tree: the controls of its window by their levels, or the windows of the desktop.
import type { Rect, StepTree, TreeNode, ViewControl } from '../../shapes.ts';
import { asRect, isObject } from './geometry.ts';

/** The tree of an observation. */
export function seenTree({ kind, view }: Pick<StepTree, 'kind' | 'view'>): TreeNode {
  if (kind === 'desktop') return { ...nodeOf('desktop', '', 'Desktop', null, null), children: windowsOf(view) };
  const window = isObject(view['window']) ? view['window'] : {};
  const root = nodeOf('node_0', textOf(window['title']), 'Window', asRect(window['rect']), null);
  const levels = Array.isArray(view['levels']) ? view['levels'].map(Number) : [];
  const open: { node: TreeNode; level: number }[] = [{ node: root, level: -1 }];
  for (const [at, control] of (view.controls ?? []).entries()) {
    // Controls without a level belong to the window itself.
    const level = levels[at] ?? 0;
    while (open.length > 1 && (open.at(-1)?.level ?? 0) >= level) open.pop();
    const node = controlNode(control, at + 1);
    open.at(-1)?.node.children.push(node);
    open.push({ node, level });
  }
  return root;
}

/** The controls of an observation, or the windows of the desktop, with their numbers. */
export function numbered({ view }: Pick<StepTree, 'view'>): { label: number | null; rect: Rect }[] {
  const all: unknown[] = view.controls ?? view.windows ?? [];
  return all.filter(isObject).flatMap((it) => {
    const rect = asRect(it['rect']);
    return rect ? [{ label: typeof it['label'] === 'number' ? it['label'] : null, rect }] : [];
  });
}

/** The number of the control of a node among the controls of its view; -1 for the window. */
export const controlOf = (id: string): number => Number(/^node_(\d+)$/.exec(id)?.[1] ?? 0) - 1;

function windowsOf({ windows }: StepTree['view']): TreeNode[] {
  return (windows ?? []).filter(isObject).map((it, at) => nodeOf(`window_${at}`, textOf(it['title']), 'Window', asRect(it['rect']), textOf(it['application'])));
}

function controlNode(control: ViewControl, at: number): TreeNode {
  const { accessibility } = isObject(control.source) ? control.source : { accessibility: null };
  const node = nodeOf(`node_${at}`, control.name, control.role, control.rect, control.value);
  return isObject(accessibility) ? { ...node, node: accessibility['node'] } : node;
}

function nodeOf(id: string, name: string, role: string, rect: Rect | null, value: string | null): TreeNode {
  return { id, name, control_type: role, rectangle: rect && edges(rect), level: 0, value, children: [] };
}

function edges({ x, y, width, height }: Rect): NonNullable<TreeNode['rectangle']> {
  return { left: x, top: y, right: x + width, bottom: y + height };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
