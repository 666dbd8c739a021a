// A frame of the screen's socket, taken apart: 20 bytes, then a picture.
import type { Rect, Size } from '../shapes.ts';

/** A part of the screen that changed. */
export interface Frame {
  number: number;
  /** Where it goes, in pixels of the scaled screen. */
  at: Rect;
  /** The size of the scaled screen. */
  screen: Size;
  type: 'image/png' | 'image/jpeg';
  whole: boolean;
  picture: Uint8Array<ArrayBuffer>;
}

const HEAD = 20;

/** The frame; `null` for bytes that are none. */
export function frameOf(bytes: ArrayBuffer): Frame | null {
  if (bytes.byteLength <= HEAD) return null;
  const view = new DataView(bytes);
  const format = view.getUint8(16);
  if (format !== 1 && format !== 2) return null;
  return {
    number: view.getUint32(0),
    at: { x: view.getUint16(4), y: view.getUint16(6), width: view.getUint16(8), height: view.getUint16(10) },
    screen: { width: view.getUint16(12), height: view.getUint16(14) },
    type: format === 1 ? 'image/png' : 'image/jpeg',
    whole: view.getUint8(17) === 1,
    picture: new Uint8Array(bytes, HEAD),
  };
}
