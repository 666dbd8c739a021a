// The lines of the log as they are.
import { useEffect } from 'preact/hooks';
import type { Entry } from '../../api.ts';
import { t } from '../../words.ts';
import { useAsked, useCursor, useReader, useViewed } from '../context.ts';
import { timeOfDay } from '../model/texts.ts';
import { VirtualList } from '../virtual_list.tsx';

const ROW = 28;

/** All entries; at first those of the step. */
export function EntriesTab({ first }: { first: number }) {
  const reader = useReader();
  const { cursor: store } = useViewed();
  const { entry } = useCursor();
  useEffect(() => {
    if (entry === null) store.move({ entry: first });
  }, [first, entry]);
  const chosen = entry === null ? null : Math.min(entry, Math.max(0, reader.detail.entries - 1));
  return (
    <div class="entries-tab">
      <VirtualList
        kind="entries-list"
        count={reader.detail.entries}
        rowHeight={ROW}
        label={t('tab_entries')}
        chosen={chosen}
        choose={(row) => store.move({ entry: row })}
        need={(from, end) => void reader.needEntries(from, end)}
        render={(row) => <EntryRow number={row} entry={reader.entries.peek(row)} />}
      />
      {chosen !== null && <EntryText number={chosen} />}
    </div>
  );
}

function EntryRow({ number, entry }: { number: number; entry: Entry | undefined }) {
  return (
    <div class="entry-row small">
      <span class="number quiet">{number}</span>
      <span class="number quiet">{entry ? timeOfDay(entry.at) : ''}</span>
      <code>{entry?.event ?? ''}</code>
    </div>
  );
}

function EntryText({ number }: { number: number }) {
  const reader = useReader();
  const { cursor } = useViewed();
  const { value } = useAsked(`${number}`, () => reader.entries.row(number));
  if (!value || value.seq !== number) return null;
  const goToStep = () => void reader.stepOfEntry(number).then((step) => (cursor.goTo(step, reader.count), cursor.move({ entry: number })));
  return (
    <div class="entry-text">
      <button type="button" onClick={goToStep}>{t('go_to_step')}</button>
      <pre tabIndex={0} dir="auto" aria-label={t('entry_n', { n: String(number) })}>{JSON.stringify(value, null, 2)}</pre>
    </div>
  );
}
