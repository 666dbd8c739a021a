// How a step or an operation turned out, as a coloured word: never by colour alone.
import { t } from '../words.ts';
import type { Outcome } from './model/step_facts.ts';

/** The word with its mark. */
export function OutcomeMark({ of }: { of: Outcome }) {
  return (
    <span class={`outcome is-${of}`}>
      <span class="outcome-mark" aria-hidden="true" />
      {t(`outcome_${of}`)}
    </span>
  );
}
