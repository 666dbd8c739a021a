// A person's pointer and keyboard in the words of the screen's socket. Pure.
import type { HeldModifier, MouseButton, Point, Rect, Size } from '../shapes.ts';

/** What of a key's event decides about it. */
export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  isComposing: boolean;
  /** Whether AltGr, which makes letters, is held. */
  altGraph: boolean;
}

/** The place of the desktop under a point of the page; `null` beside the picture. */
export function onDesktop(at: Point, picture: Rect, desktop: Size): Point | null {
  const x = Math.floor(((at.x - picture.x) / picture.width) * desktop.width);
  const y = Math.floor(((at.y - picture.y) / picture.height) * desktop.height);
  const inside = x >= 0 && y >= 0 && x < desktop.width && y < desktop.height;
  return inside ? { x, y } : null;
}

/** The place of the desktop that is nearest to a point of the page: a button that was pressed inside is let go wherever the pointer is. */
export function nearestOnDesktop(at: Point, picture: Rect, desktop: Size): Point {
  const within = (value: number, most: number) => Math.min(Math.max(Math.floor(value), 0), most - 1);
  return {
    x: within(((at.x - picture.x) / picture.width) * desktop.width, desktop.width),
    y: within(((at.y - picture.y) / picture.height) * desktop.height, desktop.height),
  };
}

/** The button of a pointer's event; `null` for buttons that desktops have no name for. */
export function buttonOf(button: number): MouseButton | null {
  return (['left', 'middle', 'right'] as const)[button] ?? null;
}

/** Pixels of one notch of a wheel in browsers. */
const NOTCH = 100;
const LINES = 3;

/** Adds up a wheel's movement, and gives whole notches: touch pads send many small ones. */
export class Wheel {
  #right = 0;
  #down = 0;

  turned(event: { deltaX: number; deltaY: number; deltaMode: number }): { right: number; up: number } | null {
    const unit = event.deltaMode === 1 ? LINES : event.deltaMode === 2 ? 1 : NOTCH;
    this.#right += event.deltaX / unit;
    this.#down += event.deltaY / unit;
    const [right, down] = [Math.trunc(this.#right), Math.trunc(this.#down)];
    if (right === 0 && down === 0) return null;
    this.#right -= right;
    this.#down -= down;
    return { right, up: down === 0 ? 0 : -down };
  }
}

/** Keys whose press is for the browser's text field, which knows layouts, dead keys and composition. */
export function makesText(press: KeyPress): boolean {
  if (press.isComposing || ['Dead', 'Process', 'Unidentified', 'Compose'].includes(press.key)) return true;
  if ([...press.key].length !== 1) return false;
  return press.altGraph || !(press.ctrlKey || press.altKey || press.metaKey);
}

/** Keys of browsers by the names that the desktop knows; letters and F keys have the same. */
const KEYS: Readonly<Record<string, string>> = {
  Enter: 'Enter', Tab: 'Tab', Escape: 'Escape', Backspace: 'Backspace', Delete: 'Delete', Insert: 'Insert', Home: 'Home', End: 'End',
  PageUp: 'Page_Up', PageDown: 'Page_Down', ArrowUp: 'Up', ArrowDown: 'Down', ArrowLeft: 'Left', ArrowRight: 'Right',
  ContextMenu: 'Menu', PrintScreen: 'Print', ' ': 'Space', '+': 'Plus',
};

/** The key with its modifiers, such as `Ctrl+Shift+T`; `null` for a modifier alone and for keys that the desktop does not know. */
export function chordOf(press: KeyPress): string | null {
  const known = Object.hasOwn(KEYS, press.key) ? KEYS[press.key] : undefined;
  const own = /^F([1-9]|1\d|2[0-4])$/.test(press.key) || [...press.key].length === 1 ? press.key.toUpperCase() : undefined;
  const key = known ?? own;
  if (!key) return null;
  const held = [press.ctrlKey && 'Ctrl', press.altKey && 'Alt', press.shiftKey && 'Shift', press.metaKey && 'Super'];
  return [...held.filter((it) => it !== false), key].join('+');
}

/** A modifier that was pressed and let go alone, such as Alt for a menu. Shift and Ctrl alone do nothing anywhere. */
export class LoneModifier {
  #down: string | null = null;

  /** Another key or a button came between. */
  interrupt(): void {
    this.#down = null;
  }

  down(key: string): void {
    this.#down = key;
  }

  up(key: string): string | null {
    const alone = this.#down === key;
    this.#down = null;
    return !alone ? null : key === 'Alt' ? 'Alt' : key === 'Meta' ? 'Super' : null;
  }
}

/** What of an event says which modifiers are held. */
export type Modified = Pick<KeyPress, 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>;

/** No modifier. */
export const UNMODIFIED: Modified = { ctrlKey: false, altKey: false, metaKey: false, shiftKey: false };

/** The modifiers that the desktop holds for the pointer: Ctrl for a click that adds to a selection, Shift for one that extends it. */
export class PointerModifiers {
  #held = '';

  /** What to say so that exactly these are held; `null` if they are. */
  hold({ ctrlKey, altKey, metaKey, shiftKey }: Modified): HeldModifier[] | null {
    const all: [boolean, HeldModifier][] = [[ctrlKey, 'control'], [altKey, 'alt'], [shiftKey, 'shift'], [metaKey, 'super']];
    const wanted = all.flatMap(([held, name]) => (held ? [name] : []));
    if (wanted.join() === this.#held) return null;
    this.#held = wanted.join();
    return wanted;
  }
}

/** Whether a press lets the keyboard go back to the page. */
export const leaves = (press: KeyPress): boolean => press.ctrlKey && press.altKey && press.key.toLowerCase() === 'g';

/** What of a browser's event the functions here need. */
export function pressOf(event: KeyboardEvent): KeyPress {
  const { key, ctrlKey, altKey, metaKey, shiftKey, isComposing } = event;
  return { key, ctrlKey, altKey, metaKey, shiftKey, isComposing, altGraph: event.getModifierState('AltGraph') };
}
