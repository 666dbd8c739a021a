// What the server says of itself, asked once.
import { api, type About } from './api.ts';
import { Store } from './store.ts';

/** The server; `null` until it has replied. */
export const about = new Store<About | null>(null);

/** Asks now, and again while there is no reply. */
export function learnAbout(): void {
  api.about().then(
    (it) => about.set(it),
    () => setTimeout(learnAbout, 5000),
  );
}
