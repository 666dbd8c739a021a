// A person's pointer and keyboard as orders for the screen's socket. Pure: events in, orders out.
import type { MouseButton, Point, Rect, ScreenOrder, Size } from '../shapes.ts';

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

/** The button of a pointer's event; `null` for buttons that desktops have no name for. */
export function buttonOf(button: number): MouseButton | null {
  return (['left', 'middle', 'right'] as const)[button] ?? null;
}

/** Pixels of one notch of a wheel in browsers. */
const NOTCH = 100;
const LINES = 3;

/** Adds up a wheel's movement, and gives whole notches: touch pads send many small ones. */
export class Wheel {
  #x = 0;
  #y = 0;

  turned(event: { deltaX: number; deltaY: number; deltaMode: number }): { dx: number; dy: number } | null {
    const unit = event.deltaMode === 1 ? LINES : event.deltaMode === 2 ? 1 : NOTCH;
    this.#x += event.deltaX / unit;
    this.#y += event.deltaY / unit;
    const [dx, dy] = [Math.trunc(this.#x), Math.trunc(this.#y)];
    if (dx === 0 && dy === 0) return null;
    this.#x -= dx;
    this.#y -= dy;
    return { dx, dy };
  }
}

const MODIFIERS = ['Control', 'Alt', 'Shift', 'Meta'] as const;
type Modifier = (typeof MODIFIERS)[number];

/** Keys whose press is for the browser's text field, which knows layouts, dead keys and composition. */
export function makesText(press: KeyPress): boolean {
  if (press.isComposing || ['Dead', 'Process', 'Unidentified', 'Compose'].includes(press.key)) return true;
  if ([...press.key].length !== 1) return false;
  return press.altGraph || !(press.ctrlKey || press.altKey || press.metaKey);
}

/** The keyboard of a person who holds the desktop. Modifiers go down with the key that they change, never before text. */
export class Keyboard {
  readonly #keys = new Set<string>();
  readonly #modifiers = new Set<Modifier>();

  /** The orders for a key that goes down; `null` where the text field is to have it. */
  down(press: KeyPress): ScreenOrder[] | null {
    if (makesText(press)) return null;
    if (isModifier(press.key) || press.key === 'AltGraph') return [];
    this.#keys.add(press.key);
    return [...this.hold(press), { key: { key: press.key, down: true } }];
  }

  /** The orders for a key that goes up: also for one whose modifier went up first. */
  up(press: KeyPress): ScreenOrder[] {
    const orders: ScreenOrder[] = [];
    const held = [press.key, press.key.toLowerCase(), press.key.toUpperCase()].find((it) => this.#keys.has(it));
    if (held !== undefined) {
      this.#keys.delete(held);
      orders.push({ key: { key: held, down: false } });
    }
    return this.#keys.size === 0 ? [...orders, ...this.#drop(heldBy(press))] : orders;
  }

  /** Puts the modifiers of an event down, for a key or a click. */
  hold(press: Pick<KeyPress, 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>): ScreenOrder[] {
    const wanted = heldBy(press);
    const orders = this.#drop(wanted);
    for (const key of MODIFIERS) {
      if (!wanted.has(key) || this.#modifiers.has(key)) continue;
      this.#modifiers.add(key);
      orders.push({ key: { key, down: true } });
    }
    return orders;
  }

  /** Lets go of everything: the person looks elsewhere, or gives the desktop back. */
  release(): ScreenOrder[] {
    const orders = [...this.#keys].map((key): ScreenOrder => ({ key: { key, down: false } }));
    this.#keys.clear();
    return [...orders, ...this.#drop(new Set())];
  }

  #drop(wanted: ReadonlySet<Modifier>): ScreenOrder[] {
    const gone = [...this.#modifiers].filter((it) => !wanted.has(it));
    for (const key of gone) this.#modifiers.delete(key);
    return gone.map((key) => ({ key: { key, down: false } }));
  }
}

/** Whether a press lets the keyboard go back to the page. */
export const leaves = (press: KeyPress): boolean => press.ctrlKey && press.altKey && press.key.toLowerCase() === 'g';

/** What of a browser's event the functions here need. */
export function pressOf(event: KeyboardEvent): KeyPress {
  const { key, ctrlKey, altKey, metaKey, shiftKey, isComposing } = event;
  return { key, ctrlKey, altKey, metaKey, shiftKey, isComposing, altGraph: event.getModifierState('AltGraph') };
}

function isModifier(key: string): key is Modifier {
  return (MODIFIERS as readonly string[]).includes(key);
}

function heldBy(press: Pick<KeyPress, 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>): Set<Modifier> {
  const held = { Control: press.ctrlKey, Alt: press.altKey, Shift: press.shiftKey, Meta: press.metaKey };
  return new Set(MODIFIERS.filter((it) => held[it]));
}
