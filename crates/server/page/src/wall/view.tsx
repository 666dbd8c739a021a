// All desktops at once: a tile for each task that runs, the one that ran longest without a look first.
import { doing, useLastStep } from '../activity.ts';
import { steer, type TaskRow } from '../api.ts';
import { feed } from '../feed.ts';
import { moveFocus } from '../focus.ts';
import { taskAddress } from '../routes.ts';
import { Stage } from '../screen/stage.tsx';
import { Act } from '../shell/act.tsx';
import { Empty } from '../shell/notice.tsx';
import { State } from '../shell/state.tsx';
import { StartBox } from '../start/box.tsx';
import { useStore } from '../store.ts';
import { isHeld, isResumable, keyOf, running } from '../task_rows.ts';
import { dollars, duration, t } from '../words.ts';
import { inOrder, recent } from './order.ts';
import { useClock } from './clock.ts';

/** The view of `/`. */
export function WallView() {
  const { ready, tasks } = useStore(feed);
  const current = inOrder(running(tasks));
  const ended = recent(tasks);
  return (
    <>
      <h1 class="unseen">{t('wall_title')}</h1>
      <StartBox />
      {ready && tasks.length === 0 && (
        <Empty title={t('wall_empty_title')}>
          <p>{t('wall_empty')}</p>
          <a class="button" href="/works">{t('wall_empty_works')}</a>
        </Empty>
      )}
      {ready && tasks.length > 0 && current.length === 0 && <p class="quiet">{t('wall_quiet')}</p>}
      {current.length > 0 && <Tiles title={t('wall_running')} tasks={current} />}
      {ended.length > 0 && <Tiles title={t('wall_recent')} tasks={ended} />}
      {ended.length > 0 && <p><a href="/tasks">{t('wall_all')}</a></p>}
    </>
  );
}

function Tiles({ title, tasks }: { title: string; tasks: TaskRow[] }) {
  return (
    <section class="wall-part">
      <h2>{title}</h2>
      <ul class={`wall ${tasks.length === 1 ? 'is-one' : ''}`} onKeyDown={(event) => moveFocus(event, 'h3 a')}>
        {tasks.map((task) => (
          <Tile key={keyOf(task)} task={task} large={tasks.length === 1} />
        ))}
      </ul>
    </section>
  );
}

/** Pictures a second on the wall: enough to see that something happens, little beside the large view's. */
const GLANCE = 2;

function Tile({ task, large }: { task: TaskRow; large: boolean }) {
  const step = useLastStep(task);
  const now = useClock();
  const runs = task.process !== null;
  const time = duration(runs ? now - task.started : now - task.last);
  return (
    <li class={`tile is-${task.word}`}>
      {/* For pointers: the heading below is the same link. */}
      <a class="tile-picture" href={taskAddress(task, runs ? 'desktop' : '')} aria-hidden="true" tabIndex={-1}>
        <Stage task={task} step={step} perSecond={large ? 10 : GLANCE} />
      </a>
      <div class="tile-text">
        <div class="head">
          <State word={task.word} />
          <span class="quiet small number">{t(runs ? 'since' : 'ago', { time })}</span>
        </div>
        <h3><a href={taskAddress(task, runs ? 'desktop' : '')} dir="auto">{task.request}</a></h3>
        <p class="tile-doing" dir="auto">{runs ? doing(step) : endOf(task)}</p>
        <div class="head">
          <span class="quiet small number">{t('n_steps', { n: task.steps })} · {dollars(task.cost.dollars)}</span>
          <Buttons task={task} />
        </div>
      </div>
    </li>
  );
}

function Buttons({ task }: { task: TaskRow }) {
  if (task.process === null) {
    return isResumable(task) ? <Act label={`${t('resume')}: ${task.request}`} run={() => steer.resume(task, null)}>{t('resume')}</Act> : null;
  }
  return (
    <div class="buttons">
      {task.question && !isHeld(task) && <a class="button is-calling" href="/questions">{t('answer')}</a>}
      {isHeld(task) && <Act run={() => steer.handBack(task)}>{t('hand_back')}</Act>}
      {!task.question && task.word === 'running' && <Act run={() => steer.pause(task)}>{t('pause')}</Act>}
      <Act kind="is-stop" label={`${t('stop')}: ${task.request}`} run={() => steer.stop(task)}>{t('stop')}</Act>
    </div>
  );
}

/** What came of a task, in its own words. */
function endOf(task: TaskRow): string {
  const { state } = task;
  if (typeof state === 'object' && 'ended' in state) return Object.values(state.ended)[0] ?? '';
  return task.says;
}
