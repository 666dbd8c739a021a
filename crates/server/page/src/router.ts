// The address bar as state: moves without reloading, and tells views when it changes.
import { isOwn, withQuery } from './routes.ts';
import { Store, useStore } from './store.ts';

/** Where the page is. */
export interface Place {
  path: string;
  query: URLSearchParams;
}

const here = (): Place => ({ path: location.pathname, query: new URLSearchParams(location.search) });

/** The current place; changes with every move. */
export const place = new Store<Place>(here());

/** The current place, for a view. */
export const usePlace = (): Place => useStore(place);

/** Goes to an address of this page as a new entry of the history. */
export function go(address: string): void {
  history.pushState(null, '', address);
  place.set(here());
  scrollTo(0, 0);
}

/** Changes filters in the address, in place: going back does not undo each letter typed. */
export function filter(changes: Readonly<Record<string, string | null>>): void {
  history.replaceState(null, '', withQuery(location.pathname + location.search + location.hash, changes));
  place.set(here());
}

/** Follows links and the buttons of the browser's history from now on. */
export function followLinks(): void {
  addEventListener('popstate', () => place.set(here()));
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    const href = link?.getAttribute('href') ?? '';
    if (!link || link.hasAttribute('download') || link.hasAttribute('target') || !isOwn(href)) return;
    event.preventDefault();
    go(href);
  });
}
