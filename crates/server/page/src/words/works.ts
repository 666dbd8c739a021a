// Texts of this view.
import type { Phrase } from '../words.ts';

export const worksWords = {} satisfies Record<string, Phrase>;
