// The accessibility tree of a window as rows, and the way between a row and its place in the picture.

import type { Rect, TreeNode } from '../../shapes.ts';

/** A node as a row. */
export interface TreeRow {
  node: TreeNode;
  level: number;
  /** The place of its parent among all rows; -1 for the root. */
  parent: number;
  /** How many rows below it belong to it. */
  descendants: number;
}

/** All nodes in tree order. */
export function treeRows(root: TreeNode): TreeRow[] {
  const rows: TreeRow[] = [];
  const open: { node: TreeNode; parent: number; level: number }[] = [{ node: root, parent: -1, level: 0 }];
  for (let at = open.pop(); at; at = open.pop()) {
    const place = rows.length;
    rows.push({ node: at.node, level: at.level, parent: at.parent, descendants: 0 });
    for (let child = at.node.children.length - 1; child >= 0; child -= 1) {
      const node = at.node.children[child];
      if (node) open.push({ node, parent: place, level: at.level + 1 });
    }
  }
  for (let place = rows.length - 1; place > 0; place -= 1) {
    const row = rows[place];
    const parent = row && rows[row.parent];
    if (row && parent) parent.descendants += row.descendants + 1;
  }
  return rows;
}

/** The places of the rows that show: those under no closed row. */
export function openRows(rows: readonly TreeRow[], closed: ReadonlySet<string>): number[] {
  const shown: number[] = [];
  for (let place = 0; place < rows.length; place += 1) {
    const row = rows[place];
    if (!row) break;
    shown.push(place);
    if (closed.has(row.node.id)) place += row.descendants;
  }
  return shown;
}

/** The places of the rows whose role, name or value has the text, in any case. */
export function matchingRows(rows: readonly TreeRow[], text: string): number[] {
  const sought = text.toLocaleLowerCase();
  const places: number[] = [];
  for (const [place, { node }] of rows.entries()) {
    const words = `${node.control_type} ${node.name} ${node.value ?? ''}`.toLocaleLowerCase();
    if (words.includes(sought)) places.push(place);
  }
  return places;
}

/** The ids of the rows above a row, from the root. */
export function ancestors(rows: readonly TreeRow[], place: number): string[] {
  const ids: string[] = [];
  for (let at = rows[place]?.parent ?? -1; at >= 0; at = rows[at]?.parent ?? -1) {
    const row = rows[at];
    if (row) ids.unshift(row.node.id);
  }
  return ids;
}

/** The rectangle of a node on the desktop; `null` for one without an area. */
export function nodeRect(node: TreeNode): Rect | null {
  if (!node.rectangle) return null;
  const { left, top, right, bottom } = node.rectangle;
  if (right <= left || bottom <= top) return null;
  return { x: left, y: top, width: right - left, height: bottom - top };
}
