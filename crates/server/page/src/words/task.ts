// Texts of this view.
import type { Phrase } from '../words.ts';

export const taskWords = {} satisfies Record<string, Phrase>;
