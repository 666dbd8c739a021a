// The state of a task as a coloured word: never by colour alone.
import type { StateWord } from '../api.ts';
import { t } from '../words.ts';

/** The state with its mark. */
export function State({ word }: { word: StateWord }) {
  return (
    <span class={`state is-${word}`}>
      <span class="state-mark" aria-hidden="true" />
      {t(`state_${word}`)}
    </span>
  );
}
