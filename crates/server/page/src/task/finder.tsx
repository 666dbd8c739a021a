// The column of steps: all of them, or those that a search finds.
import { useRef, useState } from 'preact/hooks';
import { t } from '../words.ts';
import { useCursor, useReader, useViewed } from './context.ts';
import { useSearch } from './search.ts';
import { StepsList } from './steps_list.tsx';
import { VirtualList } from './virtual_list.tsx';

const ROW = 60;

/** The search field and the list. */
export function Finder() {
  const reader = useReader();
  const { cursor } = useViewed();
  const { step } = useCursor();
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const sought = text.trim();
  const { hits, looked, done, error } = useSearch(reader, sought);
  const at = hits.findIndex((it) => it.step === step);
  const choose = (to: number) => {
    const hit = hits[(to + hits.length) % Math.max(1, hits.length)];
    if (hit) cursor.goTo(hit.step, reader.count);
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter') choose(at + (event.shiftKey ? -1 : 1));
    else if (event.key !== 'Escape') return;
    else {
      setText('');
      field.current?.blur();
    }
    event.preventDefault();
  };
  return (
    <section class="finder" aria-label={t('steps')}>
      <input ref={field} type="search" data-search="steps" value={text} aria-label={t('search_steps')} placeholder={`${t('search_steps')} (/)`} onInput={(event) => setText(event.currentTarget.value)} onKeyDown={keys} />
      {sought === '' ? (
        <StepsList />
      ) : (
        <>
          <p class="small quiet finder-says" role="status">{error || (done ? t('n_found', { n: hits.length }) : t('searching', { n: hits.length, looked, count: reader.count }))}</p>
          <VirtualList
            kind="hits-list"
            count={hits.length}
            rowHeight={ROW}
            label={t('search_steps')}
            chosen={at < 0 ? null : at}
            choose={choose}
            render={(row) => (
              <div class="hit-row">
                <span class="step-number number">{(hits[row]?.step ?? 0) + 1}</span>
                <span class="small" dir="auto">{hits[row]?.excerpt}</span>
              </div>
            )}
          />
        </>
      )}
    </section>
  );
}

/** Puts the keyboard into the search over the steps. */
export function focusSearch(): void {
  document.querySelector<HTMLInputElement>('[data-search="steps"]')?.focus();
}
