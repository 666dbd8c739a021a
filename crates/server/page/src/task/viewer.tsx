// The viewer of one task, live and past: the film above, the steps, the picture, and the details beside it.
import { useEffect, useMemo } from 'preact/hooks';
import type { TaskPlace } from '../api.ts';
import { useKeys } from '../keys.ts';
import { Empty, Notice } from '../shell/notice.tsx';
import { t } from '../words.ts';
import { useReader, useViewed, ViewedTask } from './context.ts';
import { CursorStore, SHOWN, TABS, type Address } from './cursor.ts';
import { Film } from './film.tsx';
import { Finder, focusSearch } from './finder.tsx';
import { TaskHead } from './head.tsx';
import { Player, togglePlay } from './player.tsx';
import type { TaskReader } from './reader.ts';
import { Stage } from './stage.tsx';
import { Tabs } from './tabs/tabs.tsx';

/** The viewer of a task that is read. */
export function Viewer({ place, reader, address }: { place: TaskPlace; reader: TaskReader; address: Address }) {
  const viewed = useMemo(() => ({ place, reader, cursor: new CursorStore(address, reader.count, reader.detail.live !== null) }), [reader]);
  return (
    <ViewedTask.Provider value={viewed}>
      <Inside />
    </ViewedTask.Provider>
  );
}

function Inside() {
  const reader = useReader();
  const { cursor } = useViewed();
  useViewerKeys();
  useEffect(() => {
    if (cursor.get().following) cursor.move({ step: Math.max(0, reader.count - 1) });
  }, [reader.count]);
  return (
    <div class="viewer">
      <TaskHead />
      {reader.fault && <Notice tone="problem">{t('log_fault', { says: reader.fault })}</Notice>}
      {reader.count === 0 ? (
        <Empty title={t('no_steps')}><p>{t(reader.detail.live ? 'no_steps_live' : reader.detail.task.word === 'unreadable' ? 'no_steps_unreadable' : 'no_steps_past')}</p></Empty>
      ) : (
        <>
          <Film />
          <Player />
          <div class="viewer-panes">
            <Finder />
            <Stage />
            <Tabs />
          </div>
        </>
      )}
    </div>
  );
}

function useViewerKeys(): void {
  const { cursor, reader } = useViewed();
  const by = (steps: number) => () => cursor.goTo(cursor.get().step + steps, reader.count);
  const next = <T,>(all: readonly T[], now: T, turn: number): T => all[(all.indexOf(now) + turn + all.length) % all.length] ?? now;
  useKeys([
    { keys: 'j', says: t('step_after'), run: by(1) },
    { keys: 'k', says: t('step_before'), run: by(-1) },
    { keys: 'ArrowRight', says: t('step_after'), run: by(1) },
    { keys: 'ArrowLeft', says: t('step_before'), run: by(-1) },
    { keys: 'Space', says: t('key_play'), run: () => togglePlay(cursor, reader.count) },
    { keys: 'b', says: t('key_shown'), run: () => cursor.move({ shown: next(SHOWN, cursor.get().shown, 1), playing: false }) },
    { keys: 'n', says: t('numbers'), run: () => cursor.move({ numbers: !cursor.get().numbers }) },
    { keys: 't', says: t('targets'), run: () => cursor.move({ targets: !cursor.get().targets }) },
    { keys: 'l', says: t('key_tab'), run: () => cursor.move({ tab: next(TABS, cursor.get().tab, 1) }) },
    { keys: 'h', says: t('key_tab_back'), run: () => cursor.move({ tab: next(TABS, cursor.get().tab, -1) }) },
    { keys: 'f', says: t('following'), run: () => reader.detail.live && cursor.move({ following: true, playing: false, step: Math.max(0, reader.count - 1) }) },
    { keys: '/', says: t('search_steps'), run: focusSearch },
  ]);
}
