// Where the viewer is: the step, the picture, the tab. All of it is in the address, so that a link leads to the same place.
import { Store } from '../store.ts';

/** The tabs beside the picture, in their order. */
export const TABS = ['action', 'tree', 'prompt', 'subtasks', 'blackboard', 'policy', 'evaluation', 'entries'] as const;
export type Tab = (typeof TABS)[number];

/** What the picture shows. */
export const SHOWN = ['before', 'after', 'difference'] as const;
export type ShownPicture = (typeof SHOWN)[number];

/** Where the viewer is. */
export interface Cursor {
  step: number;
  shown: ShownPicture;
  tab: Tab;
  /** The chosen entry of the log. */
  entry: number | null;
  /** The chosen node of the tree, by its id. */
  node: string | null;
  numbers: boolean;
  targets: boolean;
  /** Whether the newest step is shown as it comes. */
  following: boolean;
  playing: boolean;
  speed: number;
}

/** Reads and writes the part of an address that a reader keeps in a link. */
export interface Address {
  read(): URLSearchParams;
  write(changes: Readonly<Record<string, string | null>>): void;
}

/** The place that an address names; without one the last step of a live task and the first of a past one. */
export function cursorOf(query: URLSearchParams, steps: number, live: boolean): Cursor {
  const last = Math.max(0, steps - 1);
  const asked = whole(query.get('step'));
  return {
    step: asked !== null ? Math.min(asked, last) : live ? last : 0,
    shown: oneOf(SHOWN, query.get('shown')) ?? 'before',
    tab: oneOf(TABS, query.get('tab')) ?? 'action',
    entry: whole(query.get('entry')),
    node: query.get('node'),
    numbers: query.get('numbers') === 'on',
    targets: true,
    following: live && asked === null,
    playing: false,
    speed: 1,
  };
}

/** What a link to this place says; what is as usual is left out. */
export function queryOf(cursor: Cursor): Record<string, string | null> {
  return {
    step: cursor.following ? null : String(cursor.step),
    shown: cursor.shown === 'before' ? null : cursor.shown,
    tab: cursor.tab === 'action' ? null : cursor.tab,
    entry: cursor.tab === 'entries' && cursor.entry !== null ? String(cursor.entry) : null,
    node: cursor.tab === 'tree' ? cursor.node : null,
    numbers: cursor.numbers ? 'on' : null,
  };
}

/** The place as a store, kept in the address while nothing plays. */
export class CursorStore extends Store<Cursor> {
  readonly #address: Address;

  constructor(address: Address, steps: number, live: boolean) {
    super(cursorOf(address.read(), steps, live));
    this.#address = address;
  }

  /** Changes some of it. Another step forgets what was chosen in the one before. */
  move(changes: Partial<Cursor>): void {
    const before = this.get();
    const other = changes.step !== undefined && changes.step !== before.step;
    this.set({ ...before, ...(other ? { node: null, entry: null } : {}), ...changes });
    if (!this.get().playing) this.#address.write(queryOf(this.get()));
  }

  /** Goes to a step that the person chose: playing and following end. */
  goTo(step: number, steps: number): void {
    const to = Math.max(0, Math.min(steps - 1, step));
    this.move({ step: to, playing: false, following: false });
  }
}

function whole(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

function oneOf<T extends string>(all: readonly T[], text: string | null): T | null {
  return all.find((it) => it === text) ?? null;
}
