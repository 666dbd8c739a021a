// One question of a task with everything that its answer needs. Also a part of the task's own view.
import { useState } from 'preact/hooks';
import { ApiError, steer, type HandBackCause, type Reply, type TaskRow } from '../api.ts';
import { taskAddress } from '../routes.ts';
import { Act } from '../shell/act.tsx';
import { sentence } from '../store.ts';
import { t } from '../words.ts';
import { Approval } from './approval.tsx';
import { Answers } from './answers.tsx';
import { answersHere, tell, wasAnsweredHere, questionKey } from './news.ts';

/** Gives the reply; the promise ends when the server has taken it, or says why not. */
export type Give = (reply: Reply) => Promise<void>;

/** The open question of the task. Keys are for the marked card alone. */
export function QuestionCard({ task, marked }: { task: TaskRow; marked: boolean }) {
  const [wrong, setWrong] = useState('');
  const { question } = task;
  if (!question) return null;
  const { id, wants } = question;
  const give: Give = async (reply) => {
    setWrong('');
    answersHere(task);
    try {
      await steer.answer(task, id, reply);
    } catch (error) {
      // Whoever answers first counts: that is no fault of the person's.
      if (error instanceof ApiError && error.code === 'late') return tell(t('question_late', { says: error.message }));
      wasAnsweredHere(questionKey(task));
      setWrong(sentence(error));
    }
    return undefined;
  };
  return (
    <article class={`question card is-${'hand_back' in wants ? 'paused' : 'waiting'} ${marked ? 'is-marked' : ''}`} aria-label={task.request}>
      <header class="question-head">
        <a href={taskAddress(task)} dir="auto">{task.request}</a>
        <span class="quiet small">{t('question_number', { id })}</span>
      </header>
      {'consent' in wants && <Approval task={task} question={question} approval={wants.consent.waiting} marked={marked} give={give} />}
      {'answers' in wants && <Answers questions={wants.answers} give={give} />}
      {'hand_back' in wants && (
        <div class="question-body">
          <p class="question-what">{held(wants.hand_back)}</p>
          <div class="buttons">
            <Act kind="is-main" run={() => give('hand_back')}>{t('hand_back')}</Act>
            <a class="button" href={taskAddress(task, 'desktop')}>{t('to_desktop')}</a>
          </div>
        </div>
      )}
      {wrong && <p class="field-wrong question-wrong" role="alert">{wrong}</p>}
    </article>
  );
}

function held(cause: HandBackCause): string {
  if (typeof cause === 'string') return t(`held_by_${cause}`);
  return 'taken_over' in cause ? t('held_by_viewer', { by: cause.taken_over }) : t('held_by_window');
}
