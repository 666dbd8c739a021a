// What calls cost, in words: a price that is not known is said, and never shown as nothing.
import type { Cost } from '../api.ts';
import { dollars, number, t } from '../words.ts';

/** The price of calls. */
export function price({ dollars: sum, unpriced }: Pick<Cost, 'dollars' | 'unpriced'>): string {
  if (unpriced === 0) return dollars(sum);
  return sum > 0 ? `${dollars(sum)} + ${t('unpriced')}` : t('unpriced');
}

/** The tokens of prompts, with those that the provider had cached. */
export function promptTokens({ input_tokens: all, cached_tokens: cached }: Pick<Cost, 'input_tokens' | 'cached_tokens'>): string {
  return cached > 0 ? `${number(all)} (${t('n_cached', { n: cached })})` : number(all);
}
