// The time, for durations that grow: one timer for all that show one.
import { Store, useStore } from '../store.ts';

const now = new Store(Date.now());
setInterval(() => now.set(Date.now()), 1000);

/** The time in milliseconds; draws again each second. */
export const useClock = (): number => useStore(now);
