// One desktop, large: watch it, take it over, hand it back.
import { useState } from 'preact/hooks';
import { about } from '../about.ts';
import { doing, useLastStep } from '../activity.ts';
import { serverSource, steer, type TaskRow } from '../api.ts';
import { feed } from '../feed.ts';
import { keyOf } from '../task_rows.ts';
import { useKeys } from '../keys.ts';
import { taskAddress } from '../routes.ts';
import { Act } from '../shell/act.tsx';
import { Notice, Shown } from '../shell/notice.tsx';
import { State } from '../shell/state.tsx';
import { useLoaded, useStore } from '../store.ts';
import type { ViewProps } from '../views.tsx';
import { t } from '../words.ts';
import { Clipboard } from './clipboard.tsx';
import type { ScreenLink, ScreenStatus } from './link.ts';
import { Stage } from './stage.tsx';
import { Hands } from './take_over.tsx';

/** The view of `/tasks/F/T/desktop`. */
export function DesktopView({ parameters }: ViewProps) {
  const place = { folder: parameters['folder'] ?? '', name: parameters['name'] ?? '' };
  const listed = useStore(feed).tasks.find((it) => keyOf(it) === keyOf(place));
  const asked = useLoaded(keyOf(place), (signal) => serverSource(place).task(signal));
  if (listed) return <Desktop task={listed} />;
  return <Shown of={asked}>{({ task }) => <Desktop task={task} />}</Shown>;
}

/** The desktop of a task with what a person can do to it; also a part of the task's own view. */
export function Desktop({ task }: { task: TaskRow }) {
  const step = useLastStep(task);
  const live = useStore(about)?.features.screen === true;
  const last = doing(step);
  return (
    <section class="desktop" aria-label={t('desktop_of', { request: task.request })}>
      <div class="head">
        <div class="head-main">
          <h1 dir="auto">{task.request}</h1>
          <p class="desktop-doing">
            <State word={task.word} /> <span class="quiet" dir="auto">{last}</span>
          </p>
        </div>
        <a class="button" href={taskAddress(task)}>{t('to_task')}</a>
      </div>
      <Stage task={task} step={step} perSecond={10} over={(link, status) => <Controls task={task} link={link} status={status} />} />
      {task.process === null && <Notice>{t('desktop_over')}</Notice>}
      {task.process !== null && !live && (
        <div class="desktop-bar">
          <p class="quiet">{t('desktop_pictures')}</p>
          <Act run={() => (task.word === 'paused' ? steer.handBack(task) : steer.pause(task))}>{t(task.word === 'paused' ? 'hand_back' : 'pause')}</Act>
        </div>
      )}
    </section>
  );
}

/** Who has the desktop, and the buttons that change it. */
function Controls({ task, link, status }: { task: TaskRow; link: ScreenLink; status: ScreenStatus }) {
  const { holder, size, dropped } = status;
  const [left, setLeft] = useState(false);
  const [tooLong, setTooLong] = useState(false);
  const mine = holder?.mine === true;
  const take = () => {
    setLeft(false);
    link.send({ take: {} });
  };
  const give = () => link.send({ give: {} });
  useKeys(mine ? [] : [{ keys: 't', says: t('take'), run: take }]);
  return (
    <>
      {mine && !left && size && <Hands link={link} size={size} leave={() => setLeft(true)} tooLong={() => setTooLong(true)} />}
      {mine && left && <button type="button" class="hands-back" onClick={() => setLeft(false)}>{t('keys_left')}</button>}
      <div class={`desktop-bar ${mine ? 'is-held' : ''}`}>
        <p role="status">
          <b>{t(mine ? 'held_mine' : holder ? 'held_other' : task.word === 'paused' ? 'held_paused' : 'held_none', { by: holder?.by ?? '' })}</b>
          {mine && !left && <span class="quiet"> {t('leave_keys')}</span>}
          {dropped && <span class="act-says"> {t(`dropped_${dropped}`)}</span>}
          {tooLong && <span class="act-says"> {t('too_long')}</span>}
        </p>
        <div class="buttons">
          {mine && <Clipboard link={link} copied={status.clipboard} />}
          {!mine && task.word === 'running' && <Act run={() => steer.pause(task)}>{t('pause')}</Act>}
          {!mine && !holder && task.word === 'paused' && <Act run={() => steer.handBack(task)}>{t('hand_back')}</Act>}
          {mine ? (
            <button type="button" class="is-main" onClick={give}>{t('give')}</button>
          ) : (
            <button type="button" class="is-main" onClick={take}>{holder ? t('take_from', { by: holder.by }) : t('take')}</button>
          )}
        </div>
      </div>
    </>
  );
}
