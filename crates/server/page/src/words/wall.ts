// Texts of this view.
import type { Phrase } from '../words.ts';

export const wallWords = {} satisfies Record<string, Phrase>;
