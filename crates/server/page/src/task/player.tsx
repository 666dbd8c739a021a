// Playing, and what the picture shows.
import { useEffect } from 'preact/hooks';
import { t } from '../words.ts';
import { useCursor, useReader, useViewed } from './context.ts';
import { SHOWN, type CursorStore } from './cursor.ts';
import { momentDelay, nextMoment, SPEEDS } from './model/playback.ts';
import type { TaskReader } from './reader.ts';

/** Buttons and choices under the film. */
export function Player() {
  const reader = useReader();
  const cursor = useCursor();
  const { cursor: store } = useViewed();
  usePlayback(reader, store);
  const { step, playing, speed, shown, numbers, targets, following } = cursor;
  return (
    <div class="player" role="toolbar" aria-label={t('player')}>
      <div class="player-part">
        <button type="button" class="is-icon" disabled={step === 0} aria-label={t('step_before')} title={`${t('step_before')} (K)`} onClick={() => store.goTo(step - 1, reader.count)}>‹</button>
        <button type="button" class="player-play" aria-pressed={playing} title={t('key_play')} onClick={() => togglePlay(store, reader.count)}>{t(playing ? 'play_pause' : 'play')}</button>
        <button type="button" class="is-icon" disabled={step + 1 >= reader.count} aria-label={t('step_after')} title={`${t('step_after')} (J)`} onClick={() => store.goTo(step + 1, reader.count)}>›</button>
        <label class="player-speed">
          <span class="unseen">{t('speed')}</span>
          <select value={String(speed)} onChange={(event) => store.move({ speed: Number(event.currentTarget.value) })}>
            {SPEEDS.map((it) => <option key={it} value={String(it)}>{it} ×</option>)}
          </select>
        </label>
        <span class="number small quiet">{t('step_of', { at: step + 1, count: reader.count })}</span>
      </div>
      <div class="player-part segments" role="group" aria-label={t('picture')}>
        {SHOWN.map((it) => (
          <button key={it} type="button" aria-pressed={it === shown} onClick={() => store.move({ shown: it, playing: false })}>{t(`shown_${it}`)}</button>
        ))}
      </div>
      <div class="player-part">
        <Toggle on={targets} says={t('targets')} change={(it) => store.move({ targets: it })} />
        <Toggle on={numbers} says={t('numbers')} change={(it) => store.move({ numbers: it })} />
        {reader.detail.live && <Toggle on={following} says={t('following')} change={(it) => store.move(it ? { following: true, playing: false, step: Math.max(0, reader.count - 1) } : { following: false })} />}
      </div>
    </div>
  );
}

function Toggle({ on, says, change }: { on: boolean; says: string; change: (on: boolean) => void }) {
  return <button type="button" class="toggle" aria-pressed={on} onClick={() => change(!on)}>{says}</button>;
}

/** Plays from the present step, or from the beginning at the end. */
export function togglePlay(store: CursorStore, count: number): void {
  const { playing, step } = store.get();
  if (playing) store.move({ playing: false });
  else store.move({ playing: true, following: false, shown: 'before', step: step + 1 >= count ? 0 : step });
}

function usePlayback(reader: TaskReader, store: CursorStore): void {
  const { playing, step, shown, speed } = useCursor();
  useEffect(() => {
    if (!playing) return;
    const moment = { step, picture: shown === 'after' ? 'after' : 'before' } as const;
    const began = (at: number) => (at < reader.count ? reader.timeline.at(at) : null);
    const timer = setTimeout(() => {
      const next = nextMoment(moment, reader.count);
      if (next) store.move({ step: next.step, shown: next.picture });
      else store.move({ playing: false });
    }, momentDelay(moment, began(step), began(step + 1), speed));
    void reader.needSteps(step, step + 4);
    return () => clearTimeout(timer);
  }, [playing, step, shown, speed]);
}
