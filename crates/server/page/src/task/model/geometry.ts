// Where things of the desktop are in a picture of it, and how a picture fits its frame.

import type { Point, Rect, Size } from '../../shapes.ts';

/** What is drawn over a picture, in pixels of the picture. */
export type Overlay =
  | { kind: 'target'; rect: Rect }
  | { kind: 'point'; at: Point }
  | { kind: 'drag'; from: Point; to: Point }
  | { kind: 'number'; label: number; rect: Rect }
  | { kind: 'changed'; rect: Rect }
  | { kind: 'chosen'; rect: Rect };

/** How a picture is shown: its scale, and where its corner is in the frame. */
export interface Placement {
  scale: number;
  x: number;
  y: number;
}

/** The rectangle of the desktop in pixels of a picture whose corner is at `origin`. */
export function inPicture(rect: Rect, origin: Point | null): Rect {
  return { ...rect, x: rect.x - (origin?.x ?? 0), y: rect.y - (origin?.y ?? 0) };
}

/** The middle of a rectangle. */
export function middle(rect: Rect): Point {
  return { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
}

/** The part of an operation that says what it aims at and does; the rest of it is not drawn. */
export interface AimedAction {
  window?: { rect?: Rect };
  aim?: unknown;
  verb?: unknown;
}

/** The target of an action and the way of its drag, in pixels of the picture. */
export function actionOverlays(action: AimedAction, origin: Point | null): Overlay[] {
  const overlays: Overlay[] = [];
  const from = aimOf(action, origin, overlays);
  const to = dragEnd(action.verb);
  if (from && to) {
    const end = inPicture({ ...to, width: 0, height: 0 }, origin);
    overlays.push({ kind: 'drag', from, to: { x: end.x, y: end.y } });
  }
  return overlays;
}

function aimOf(action: AimedAction, origin: Point | null, overlays: Overlay[]): Point | null {
  const aim = action.aim;
  if (isObject(aim) && isObject(aim['control'])) {
    const rect = asRect(aim['control']['rect']);
    if (!rect) return null;
    const placed = inPicture(rect, origin);
    overlays.push({ kind: 'target', rect: placed });
    return middle(placed);
  }
  if (isObject(aim) && isObject(aim['point'])) {
    const { x, y } = aim['point'];
    if (typeof x !== 'number' || typeof y !== 'number') return null;
    const placed = inPicture({ x, y, width: 0, height: 0 }, origin);
    const at = { x: placed.x, y: placed.y };
    overlays.push({ kind: 'point', at });
    return at;
  }
  const window = asRect(action.window?.rect);
  if (aim !== 'window' || !window) return null;
  return middle(inPicture(window, origin));
}

function dragEnd(verb: unknown): Point | null {
  const gesture = isObject(verb) ? verb['gesture'] : null;
  const drag = isObject(gesture) ? gesture['drag'] : null;
  const to = isObject(drag) ? drag['to'] : null;
  if (!isObject(to)) return null;
  const { x, y } = to;
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : null;
}

/** The numbers of controls, in pixels of the picture. */
export function numberOverlays(
  controls: readonly { label: number | null; rect: Rect }[],
  origin: Point | null,
): Overlay[] {
  const overlays: Overlay[] = [];
  for (const { label, rect } of controls) {
    if (label !== null) overlays.push({ kind: 'number', label, rect: inPicture(rect, origin) });
  }
  return overlays;
}

/** The room that a number takes on the screen, in pixels. */
const LABEL = { width: 20, height: 13 };

/** The places of the numbers that can be read at this scale: where several would lie over one another, the first. */
export function labelsWithRoom(overlays: readonly Overlay[], scale: number): ReadonlySet<number> {
  const taken = new Set<string>();
  const readable = new Set<number>();
  for (const [place, overlay] of overlays.entries()) {
    if (overlay.kind !== 'number') continue;
    const cell = `${Math.floor((overlay.rect.x * scale) / LABEL.width)} ${Math.floor((overlay.rect.y * scale) / LABEL.height)}`;
    if (taken.has(cell)) continue;
    taken.add(cell);
    readable.add(place);
  }
  return readable;
}

/** How much a small picture is enlarged to fill its frame. */
const LARGEST_FIT = 2;

/** The placement that shows the whole picture in the middle of a frame, at most twice as large as it is. */
export function fit(picture: Size, frame: Size): Placement {
  if (picture.width <= 0 || picture.height <= 0) return { scale: 1, x: 0, y: 0 };
  const scale = Math.min(LARGEST_FIT, frame.width / picture.width, frame.height / picture.height);
  return centred(picture, frame, scale);
}

function centred(picture: Size, frame: Size, scale: number): Placement {
  return {
    scale,
    x: (frame.width - picture.width * scale) / 2,
    y: (frame.height - picture.height * scale) / 2,
  };
}

/** The placement with another scale, in which the point of the frame shows the same pixel. */
export function zoomAt(placement: Placement, at: Point, scale: number): Placement {
  const ratio = scale / placement.scale;
  return { scale, x: at.x - (at.x - placement.x) * ratio, y: at.y - (at.y - placement.y) * ratio };
}

/** The placement moved so that some of the picture stays in the frame. */
export function keepInFrame(placement: Placement, picture: Size, frame: Size): Placement {
  const axis = (start: number, length: number, room: number): number =>
    length <= room ? (room - length) / 2 : Math.max(room - length, Math.min(0, start));
  return {
    scale: placement.scale,
    x: axis(placement.x, picture.width * placement.scale, frame.width),
    y: axis(placement.y, picture.height * placement.scale, frame.height),
  };
}

/** The pixel of the picture under a point of the frame. */
export function pixelAt(placement: Placement, at: Point): Point {
  return { x: (at.x - placement.x) / placement.scale, y: (at.y - placement.y) / placement.scale };
}

/** The smallest of the rectangles that contain a point, by its place in the list. */
export function smallestAt(rects: readonly (Rect | null)[], at: Point): number | null {
  let best: number | null = null;
  let least = Infinity;
  for (const [place, rect] of rects.entries()) {
    if (!rect || !contains(rect, at)) continue;
    const area = rect.width * rect.height;
    if (area <= least) [best, least] = [place, area];
  }
  return best;
}

function contains(rect: Rect, at: Point): boolean {
  const inside = (value: number, start: number, length: number): boolean =>
    value >= start && value < start + length;
  return inside(at.x, rect.x, rect.width) && inside(at.y, rect.y, rect.height);
}

/** The rectangle, if the value is one. */
export function asRect(value: unknown): Rect | null {
  if (!isObject(value)) return null;
  const { x, y, width, height } = value;
  const all = [x, y, width, height];
  return all.every((it) => typeof it === 'number') ? (value as unknown as Rect) : null;
}

/** Whether the value is an object with keys. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
