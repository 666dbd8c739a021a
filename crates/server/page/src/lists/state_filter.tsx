// Which states a table shows, as buttons that stay down; the choice is in the address.
import type { StateWord } from '../api.ts';
import { filter, usePlace } from '../router.ts';
import { t } from '../words.ts';

const STATES: readonly StateWord[] = ['running', 'waiting', 'paused', 'finished', 'failed', 'stopped', 'interrupted', 'unreadable'];

/** A button for each state; none down means all. */
export function StateFilter() {
  const { query } = usePlace();
  const chosen = query.get('state')?.split(',') ?? [];
  const toggle = (word: StateWord) => {
    const next = chosen.includes(word) ? chosen.filter((it) => it !== word) : [...chosen, word];
    filter({ state: next.join(',') });
  };
  return (
    <div class="filters" role="group" aria-label={t('tasks_states')}>
      {STATES.map((word) => (
        <button key={word} type="button" class={`chip is-${word}`} aria-pressed={chosen.includes(word)} onClick={() => toggle(word)}>
          <span class="state-mark" aria-hidden="true" />
          {t(`state_${word}`)}
        </button>
      ))}
    </div>
  );
}
