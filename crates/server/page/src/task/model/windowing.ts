// The rows of a long list that have to exist: those in view and a few around them.

/** A range of rows, from the first to before the last, and where the first one is, in pixels. */
export interface RowWindow {
  first: number;
  end: number;
  offset: number;
}

/** Browsers draw nothing beyond about this many pixels; longer lists are scaled into it. */
export const TALLEST = 8_000_000;

/** The height of the scrolled area of so many rows. */
export function scrollHeight(count: number, rowHeight: number): number {
  return Math.min(count * rowHeight, TALLEST);
}

/** The rows in view at this scroll position, and `around` more at each end. */
export function rowWindow(
  scrollTop: number,
  viewHeight: number,
  rowHeight: number,
  count: number,
  around: number,
): RowWindow {
  if (count === 0 || rowHeight <= 0) return { first: 0, end: 0, offset: 0 };
  const top = topRow(scrollTop, viewHeight, rowHeight, count);
  const first = Math.max(0, Math.floor(top) - around);
  const end = Math.min(count, Math.ceil(top + viewHeight / rowHeight) + around);
  // The rows of a list that is not scaled never move: what was drawn of them can stay.
  const offset = count * rowHeight <= TALLEST ? first * rowHeight : scrollTop - (top - first) * rowHeight;
  return { first, end, offset };
}

/** Whether both show the same rows at the same places. */
export const sameRows = (one: RowWindow, other: RowWindow): boolean => one.first === other.first && one.end === other.end && one.offset === other.offset;

/** The scroll position that shows a row with the least movement; the present one if it is in view. */
export function scrollToRow(
  row: number,
  scrollTop: number,
  viewHeight: number,
  rowHeight: number,
  count: number,
): number {
  const top = topRow(scrollTop, viewHeight, rowHeight, count);
  const rows = viewHeight / rowHeight;
  if (row < top) return positionOf(row, viewHeight, rowHeight, count);
  if (row + 1 > top + rows) return positionOf(row + 1 - rows, viewHeight, rowHeight, count);
  return scrollTop;
}

/** The row, with its fraction, at the upper edge of the view. */
function topRow(scrollTop: number, viewHeight: number, rowHeight: number, count: number): number {
  const range = scrollHeight(count, rowHeight) - viewHeight;
  const rows = count - viewHeight / rowHeight;
  if (range <= 0 || rows <= 0) return 0;
  if (count * rowHeight <= TALLEST) return clamp(scrollTop, 0, range) / rowHeight;
  return (clamp(scrollTop, 0, range) / range) * rows;
}

function positionOf(top: number, viewHeight: number, rowHeight: number, count: number): number {
  const range = scrollHeight(count, rowHeight) - viewHeight;
  const rows = count - viewHeight / rowHeight;
  if (range <= 0 || rows <= 0) return 0;
  if (count * rowHeight <= TALLEST) return clamp(top, 0, rows) * rowHeight;
  return (clamp(top, 0, rows) / rows) * range;
}

/** The value within these bounds. */
export function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
