// What changed between two pictures, in squares: few enough to outline, and blind to a blinking caret's anti-aliasing.

import type { Rect } from '../../shapes.ts';

/** The bytes of a picture: four a pixel, row after row. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

/** What differs between two pictures. */
export interface PictureDifference {
  /** The share of pixels that differ, 0 to 1. */
  share: number;
  /** The areas that differ, the largest first. */
  areas: Rect[];
  /** The later picture, pale where nothing changed. */
  picture: Pixels;
}

const SQUARE = 8;
/** Differences below this, of 255 in a channel, do not count: they come from smoothing. */
const TOLERANCE = 12;

/** Compares two pictures. Pixels that only one of them has count as changed. */
export function difference(before: Pixels, after: Pixels): PictureDifference {
  const width = Math.max(before.width, after.width);
  const height = Math.max(before.height, after.height);
  const columns = Math.ceil(width / SQUARE);
  const squares = new Uint8Array(columns * Math.ceil(height / SQUARE));
  const picture: Pixels = { width, height, data: new Uint8ClampedArray(width * height * 4) };
  let changed = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const differs = pixelDiffers(before, after, x, y);
      if (differs) {
        changed += 1;
        squares[Math.floor(y / SQUARE) * columns + Math.floor(x / SQUARE)] = 1;
      }
      paint(picture, after, x, y, differs);
    }
  }
  const areas = areasOf(squares, columns).map((area) => cut(area, width, height));
  return { share: width * height === 0 ? 0 : changed / (width * height), areas, picture };
}

function pixelDiffers(before: Pixels, after: Pixels, x: number, y: number): boolean {
  const inBoth = x < before.width && y < before.height && x < after.width && y < after.height;
  if (!inBoth) return true;
  const left = (y * before.width + x) * 4;
  const right = (y * after.width + x) * 4;
  for (let channel = 0; channel < 3; channel += 1) {
    const distance = (before.data[left + channel] ?? 0) - (after.data[right + channel] ?? 0);
    if (Math.abs(distance) > TOLERANCE) return true;
  }
  return false;
}

function paint(picture: Pixels, after: Pixels, x: number, y: number, differs: boolean): void {
  const to = (y * picture.width + x) * 4;
  const has = x < after.width && y < after.height;
  const from = (y * after.width + x) * 4;
  for (let channel = 0; channel < 3; channel += 1) {
    const value = has ? (after.data[from + channel] ?? 0) : 128;
    picture.data[to + channel] = differs ? value : 255 - (255 - value) * 0.25;
  }
  picture.data[to + 3] = 255;
}

/** The rectangles around squares that touch, by flooding. */
function areasOf(squares: Uint8Array, columns: number): Rect[] {
  const areas: Rect[] = [];
  const rows = columns === 0 ? 0 : squares.length / columns;
  for (let start = 0; start < squares.length; start += 1) {
    if (squares[start] !== 1) continue;
    const open = [start];
    squares[start] = 2;
    let [left, top, right, bottom] = [columns, rows, 0, 0];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const [x, y] = [at % columns, Math.floor(at / columns)];
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
      for (const next of neighbours(x, y, columns, rows)) {
        if (squares[next] !== 1) continue;
        squares[next] = 2;
        open.push(next);
      }
    }
    areas.push({
      x: left * SQUARE,
      y: top * SQUARE,
      width: (right - left + 1) * SQUARE,
      height: (bottom - top + 1) * SQUARE,
    });
  }
  return areas.sort((left, right) => right.width * right.height - left.width * left.height);
}

function neighbours(x: number, y: number, columns: number, rows: number): number[] {
  const found: number[] = [];
  for (let dy = -1; dy <= 1; dy += 1) {
    for (let dx = -1; dx <= 1; dx += 1) {
      const [nx, ny] = [x + dx, y + dy];
      if (nx >= 0 && ny >= 0 && nx < columns && ny < rows) found.push(ny * columns + nx);
    }
  }
  return found;
}

function cut(area: Rect, width: number, height: number): Rect {
  return {
    ...area,
    width: Math.min(area.width, width - area.x),
    height: Math.min(area.height, height - area.y),
  };
}
