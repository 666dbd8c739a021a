// Texts of this view.
import type { Phrase } from '../words.ts';

export const screenWords = {} satisfies Record<string, Phrase>;
