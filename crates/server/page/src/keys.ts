// Keys of the views: a table of what is bound now, so that `?` can show it.
import { useEffect, useState } from 'preact/hooks';
import { Store } from './store.ts';

/** A key, or two keys one after the other (`g w`), and what it does. */
export interface Binding {
  keys: string;
  says: string;
  run: () => void;
}

/** A binding and how deep its view is. */
interface Bound extends Binding {
  depth: number;
}

/** Everything bound now; later ones win. */
export const bindings = new Store<readonly Bound[]>([]);

let views = 0;

/** Binds keys while the view is shown. Bindings with the same keys as an outer view's win over them. */
export function useKeys(own: readonly Binding[]): void {
  // An outer view is drawn before the views in it, whichever of them is drawn again later.
  const [depth] = useState(() => views++);
  useEffect(() => {
    const bound = own.map((it) => ({ ...it, depth }));
    bindings.set([...bindings.get(), ...bound].sort((left, right) => left.depth - right.depth));
    return () => bindings.set(bindings.get().filter((it) => !bound.includes(it)));
  });
}

/** What is pressed, as far as the table of keys is concerned; `null` for what belongs to the browser or a text field. */
export function pressed(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'target'>): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return null;
  const key = event.key === ' ' ? 'Space' : event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return takesText(event.target) || (key === 'Space' && isPressedByKey(event.target)) ? null : key;
}

/** The binding that the keys so far choose, and the keys to remember for the next press. */
export function chosen(all: readonly Binding[], before: string, key: string): { binding: Binding | null; rest: string } {
  for (const keys of before ? [`${before} ${key}`, key] : [key]) {
    const binding = all.findLast((it) => it.keys === keys);
    if (binding) return { binding, rest: '' };
  }
  return { binding: null, rest: all.some((it) => it.keys.startsWith(`${key} `)) ? key : '' };
}

/** Listens for keys from now on. */
export function followKeys(): void {
  let before = '';
  document.addEventListener('keydown', (event) => {
    const key = event.defaultPrevented ? null : pressed(event);
    if (key === null || document.querySelector('dialog[open]')) return;
    const { binding, rest } = chosen(bindings.get(), before, key);
    before = rest;
    if (!binding) return;
    event.preventDefault();
    binding.run();
  });
}

/** The space bar presses what has the focus, where that can be pressed. */
function isPressedByKey(target: EventTarget | null): boolean {
  return typeof Element !== 'undefined' && target instanceof Element && target.closest('button, a, summary, label, input') !== null;
}

function takesText(target: EventTarget | null): boolean {
  if (typeof Element === 'undefined' || !(target instanceof Element)) return false;
  return target.closest('input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable], [data-keys=own]') !== null;
}
