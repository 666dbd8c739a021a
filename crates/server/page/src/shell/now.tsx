// The line at the top of every view: what is going on now, and the button that stops it.
import { doing, useLastStep } from '../activity.ts';
import { steer, type TaskRow } from '../api.ts';
import { feed } from '../feed.ts';
import { taskAddress } from '../routes.ts';
import { useStore } from '../store.ts';
import { isHeld, running, waiting } from '../task_rows.ts';
import { t } from '../words.ts';
import { Act } from './act.tsx';
import { State } from './state.tsx';

/** What is going on, and its end. */
export function Now() {
  const { ready, tasks } = useStore(feed);
  const current = running(tasks);
  const [only] = current;
  if (!ready) return <div class="now" />;
  if (!only) return <section class="now is-idle" aria-label={t('now')}><span class="state-mark" aria-hidden="true" /><span class="now-what">{t('now_nothing')}</span></section>;
  return current.length === 1 ? <One task={only} /> : <Many tasks={current} />;
}

function One({ task }: { task: TaskRow }) {
  const step = useLastStep(task);
  const last = doing(step);
  return (
    <section class={`now is-${task.word}`} aria-label={t('now')}>
      <State word={task.word} />
      <a class="now-what" href={taskAddress(task)}>
        <b dir="auto">{task.request}</b>
        {last && <span class="now-doing" dir="auto">{last}</span>}
      </a>
      {task.question && !isHeld(task) && <a class="button is-calling" href="/questions">{t('now_waiting', { n: 1 })}</a>}
      {isHeld(task) && <Act run={() => steer.handBack(task)}>{t('hand_back')}</Act>}
      <Act kind="is-stop" run={() => steer.stop(task)}>
        {t('stop')}
      </Act>
    </section>
  );
}

function Many({ tasks }: { tasks: TaskRow[] }) {
  const waits = waiting(tasks).length;
  return (
    <section class={`now ${waits > 0 ? 'is-waiting' : 'is-running'}`} aria-label={t('now')}>
      <span class="state-mark" aria-hidden="true" />
      <a class="now-what" href="/">
        <b>{t('now_many', { n: tasks.length })}</b>
      </a>
      {waits > 0 && <a class="button is-calling" href="/questions">{t('now_waiting', { n: waits })}</a>}
      <Act kind="is-stop" run={() => Promise.all(tasks.map((it) => steer.stop(it)))}>
        {t('stop_all')}
      </Act>
    </section>
  );
}
