// Texts of this view.
import type { Phrase } from '../words.ts';

export const listWords = {} satisfies Record<string, Phrase>;
