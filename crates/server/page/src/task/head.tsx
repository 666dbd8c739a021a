// The top of the viewer: what was asked for, how it stands, what goes on now, and the buttons that steer it.
import { useState } from 'preact/hooks';
import { steer, type Step, type TaskRow } from '../api.ts';
import { taskAddress } from '../routes.ts';
import { Act } from '../shell/act.tsx';
import { State } from '../shell/state.tsx';
import { moment, t, type Word } from '../words.ts';
import { useReader, useViewed } from './context.ts';
import { price } from './price.ts';
import type { TaskReader } from './reader.ts';

/** Request, state, now, buttons. */
export function TaskHead() {
  const reader = useReader();
  const { place } = useViewed();
  const { task, header } = reader.detail;
  const result = resultOf(task);
  return (
    <header class="task-head">
      <div class="task-title">
        <State word={task.word} />
        <h1 dir="auto" title={task.request}>{task.request || place.name}</h1>
      </div>
      <div class="task-lines">
        {reader.detail.live ? <Now reader={reader} /> : result && <p class="task-result" dir="auto">{result}</p>}
        <p class="task-facts small quiet">
          {[moment(task.started), t('n_steps', { n: reader.count }), costOf(task), header?.desktop.name, header?.models.map(([, model]) => model).filter((it, at, all) => all.indexOf(it) === at).join(', ')]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {reader.source.live && <Steering reader={reader} task={task} />}
    </header>
  );
}

function Now({ reader }: { reader: TaskReader }) {
  const step = reader.steps.peek(reader.count - 1);
  return (
    <p class={`task-now${reader.detail.question ? ' is-waiting' : ''}`} aria-live="polite" dir="auto">
      <b>{t(phaseOf(reader))}</b> {nowOf(step)}
    </p>
  );
}

/** What goes on, from the kind of the last entry. */
function phaseOf(reader: TaskReader): Word {
  if (reader.detail.question) return 'now_asks';
  if (reader.detail.live?.phase === 'idle') return 'now_idle';
  switch (reader.last?.event) {
    case 'step_started':
      return 'now_looks';
    case 'observed':
    case 'prompted':
    case 'rejected':
      return 'now_thinks';
    case 'acting':
      return 'now_acts';
    case 'paused':
      return 'now_paused';
    case 'judging':
      return 'now_judges';
    default:
      return 'now_works';
  }
}

function nowOf(step: Step | undefined): string {
  if (!step) return '';
  const doing = step.operations.findLast((it) => it.run && it.run.ended === null) ?? step.operations.at(-1);
  return doing?.says ?? step.decisions.at(-1)?.remarks?.thought ?? step.subtask?.text ?? '';
}

function resultOf({ state, says }: TaskRow): string {
  if (typeof state === 'object' && 'ended' in state) return Object.values(state.ended)[0] ?? says;
  return says;
}

function costOf({ cost }: TaskRow): string {
  return cost.calls === 0 ? '' : price(cost);
}

function Steering({ reader, task }: { reader: TaskReader; task: TaskRow }) {
  const [asking, setAsking] = useState(false);
  const [refused, setRefused] = useState('');
  const { place } = useViewed();
  const runs = reader.detail.live !== null;
  const idle = reader.detail.live?.phase === 'idle';
  const held = reader.detail.question !== null && 'hand_back' in reader.detail.question.wants;
  const canResume = !runs && ['stopped', 'interrupted', 'paused', 'waiting', 'failed'].includes(task.word);
  const act = (run: () => Promise<unknown>, kind: string, word: Word) => (
    <Act kind={kind} run={() => (setRefused(''), run().then(() => reader.refresh(true)))} refused={setRefused}>{t(word)}</Act>
  );
  return (
    <div class="task-steering">
      {reader.detail.question && !held && <a class="button is-calling" href="/questions">{t('answer_it')}</a>}
      {runs && <a class="button" href={taskAddress(place, 'desktop')}>{t('watch_desktop')}</a>}
      {runs && act(() => steer.stop(place), 'is-stop', 'stop')}
      {runs && !reader.detail.question && !idle && act(() => steer.pause(place), '', 'pause_take')}
      {held && act(() => steer.handBack(place), 'is-main', 'hand_back')}
      {canResume && act(() => steer.resume(place, null), 'is-main', 'resume')}
      {(idle || (!runs && task.word !== 'unreadable')) && !asking && <button type="button" class={idle ? 'is-main' : ''} onClick={() => setAsking(true)}>{t('request_more')}</button>}
      {asking && <Request close={() => setAsking(false)} send={(text) => (idle ? steer.request(place, text) : steer.resume(place, text)).then(() => reader.refresh(true))} />}
      {refused && <span class="act-says" role="alert">{refused}</span>}
    </div>
  );
}

function Request({ send, close }: { send: (text: string) => Promise<unknown>; close: () => void }) {
  const [text, setText] = useState('');
  return (
    <form class="task-request" onSubmit={(event) => event.preventDefault()}>
      <label class="field">
        <span>{t('request_more')}</span>
        <textarea rows={2} value={text} onInput={(event) => setText(event.currentTarget.value)} autofocus />
      </label>
      <div class="task-request-end">
        <Act kind="is-main" disabled={text.trim() === ''} run={() => send(text.trim()).then(close)}>{t('request_send')}</Act>
        <button type="button" onClick={close}>{t('cancel')}</button>
      </div>
    </form>
  );
}
