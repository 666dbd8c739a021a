// Keys of the views: a table of what is bound now, so that `?` can show it.
import { useEffect } from 'preact/hooks';
import { Store } from './store.ts';

/** A key, or two keys one after the other (`g w`), and what it does. */
export interface Binding {
  keys: string;
  says: string;
  run: () => void;
}

/** Everything bound now; later ones win. */
export const bindings = new Store<readonly Binding[]>([]);

/** Binds keys while the view is shown. Bindings with the same keys as an outer view's win over them. */
export function useKeys(own: readonly Binding[]): void {
  useEffect(() => {
    bindings.set([...bindings.get(), ...own]);
    return () => bindings.set(bindings.get().filter((it) => !own.includes(it)));
  });
}

/** What is pressed, as far as the table of keys is concerned; `null` for what belongs to the browser or a text field. */
export function pressed(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'target'>): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return null;
  return takesText(event.target) ? null : event.key.length === 1 ? event.key.toLowerCase() : event.key;
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

function takesText(target: EventTarget | null): boolean {
  if (typeof Element === 'undefined' || !(target instanceof Element)) return false;
  return target.closest('input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable], [data-keys=own]') !== null;
}
