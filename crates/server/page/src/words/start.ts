// Texts of this view.
import type { Phrase } from '../words.ts';

export const startWords = {} satisfies Record<string, Phrase>;
