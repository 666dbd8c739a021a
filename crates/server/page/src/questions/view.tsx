// Everything that waits for the person, as it comes; keys answer the card that is marked.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { TaskRow } from '../api.ts';
import { feed } from '../feed.ts';
import { useKeys } from '../keys.ts';
import { askForAlerts } from '../alerts.ts';
import { settings } from '../settings.ts';
import { Empty, Notice } from '../shell/notice.tsx';
import { useStore } from '../store.ts';
import { isHeld, waiting } from '../task_rows.ts';
import { t } from '../words.ts';
import { QuestionCard } from './card.tsx';
import { news, questionKey, tell, wasAnsweredHere } from './news.ts';

/** The view of `/questions`. */
export function QuestionsView() {
  const { ready, tasks } = useStore(feed);
  const { alerts } = useStore(settings);
  const oldest = [...tasks].reverse();
  const asking = [...waiting(oldest), ...oldest.filter(isHeld)];
  const [marked, setMarked] = useState('');
  useAnsweredElsewhere(tasks);
  const at = Math.max(0, asking.findIndex((it) => questionKey(it) === marked));
  const move = (by: number) => {
    const next = asking[Math.min(asking.length - 1, Math.max(0, at + by))];
    if (!next) return;
    setMarked(questionKey(next));
    document.getElementById(questionKey(next))?.scrollIntoView({ block: 'start', behavior: 'smooth' });
  };
  useKeys([
    { keys: 'j', says: t('key_next_question'), run: () => move(1) },
    { keys: 'k', says: t('key_previous_question'), run: () => move(-1) },
  ]);
  return (
    <div class="narrow questions">
      <div class="head">
        <h1>{t('questions_title')}</h1>
        {!alerts && (
          <button type="button" onClick={() => void askForAlerts()}>{t('alerts_switch_on')}</button>
        )}
      </div>
      <News />
      {ready && asking.length === 0 && (
        <Empty title={t('questions_none')}>
          <p>{t('questions_none_says')}</p>
          <a class="button" href="/">{t('to_wall')}</a>
        </Empty>
      )}
      {asking.map((task, index) => (
        <div id={questionKey(task)} class="question-place" key={questionKey(task)} onFocusIn={() => setMarked(questionKey(task))} onClick={() => setMarked(questionKey(task))}>
          <QuestionCard task={task} marked={index === at} />
        </div>
      ))}
    </div>
  );
}

/** What came of questions lately; each goes when it is read. */
function News() {
  const all = useStore(news);
  return (
    <>
      {all.map((it) => (
        <Notice key={it.id}>
          <span dir="auto">{it.says}</span>
          <button type="button" class="is-plain" onClick={() => news.set(news.get().filter((other) => other !== it))}>{t('close')}</button>
        </Notice>
      ))}
    </>
  );
}

/** Says calmly where a question went that this page did not answer. */
function useAnsweredElsewhere(tasks: readonly TaskRow[]): void {
  const before = useRef(new Map<string, TaskRow>());
  useEffect(() => {
    const now = new Map(tasks.filter((it) => it.question).map((it) => [questionKey(it), it]));
    for (const [key, task] of before.current) {
      if (!now.has(key) && !wasAnsweredHere(key)) tell(t('question_gone', { request: task.request }));
    }
    before.current = now;
  }, [tasks]);
}
