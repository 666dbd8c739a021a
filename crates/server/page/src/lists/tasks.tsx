// The table of all tasks, with its filters in the address.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { api, type StateWord, type TaskRow } from '../api.ts';
import { feed } from '../feed.ts';
import { keyOf } from '../task_rows.ts';
import { moveFocus } from '../focus.ts';
import { filter, usePlace } from '../router.ts';
import { taskAddress } from '../routes.ts';
import { Empty, Shown } from '../shell/notice.tsx';
import { State } from '../shell/state.tsx';
import { useLoaded, useStore } from '../store.ts';
import { bytes, dollars, duration, moment, number, t } from '../words.ts';
import { ColumnHead } from './column_head.tsx';
import { orderOf, sorted } from './sorting.ts';
import { StateFilter } from './state_filter.tsx';

const COLUMNS = ['started', 'lasted', 'steps', 'cost', 'size'] as const;
type Column = (typeof COLUMNS)[number];

const VALUES: Record<Column, (row: TaskRow) => number | null> = {
  started: (it) => it.started,
  lasted: (it) => it.last - it.started,
  steps: (it) => it.steps,
  cost: (it) => it.cost.dollars,
  size: (it) => it.bytes,
};

/** How many the server lists unless all are wanted. */
const PAGE = 100;
const ALL = 1_000_000;

/** The view of `/tasks`. */
export function TasksView() {
  const { query } = usePlace();
  const { tasks } = useStore(feed);
  const [state, find] = [query.get('state'), query.get('find')];
  const last = query.get('last') === 'all' ? ALL : PAGE;
  // Asked again when a task comes, goes or changes its state; sizes take longer and come after.
  const changes = tasks.map((it) => keyOf(it) + it.word).join();
  const key = [state, find, last, changes].join(' ');
  const asked = useLoaded(key, (signal) => api.tasks({ state, find, last }, signal));
  const [sizes] = useLoaded(key, (signal) => api.tasks({ state, find, last, sizes: true }, signal));
  const known = useMemo(() => new Map(sizes.is === 'here' ? sizes.value.tasks.map((it) => [keyOf(it), it.bytes]) : []), [sizes]);
  const live = new Map(tasks.map((it) => [keyOf(it), it]));
  return (
    <>
      <div class="head">
        <h1>{t('tasks_title')}</h1>
        <Search />
      </div>
      <StateFilter />
      <Shown of={asked}>
        {(list) => {
          const rows = list.tasks.map((it) => ({ ...(live.get(keyOf(it)) ?? it), bytes: known.get(keyOf(it)) ?? it.bytes }));
          return <Rows rows={rows} leftOut={list.left_out} />;
        }}
      </Shown>
    </>
  );
}

/** Writes into the address when the person stops typing for a moment. */
function Search() {
  const { query } = usePlace();
  const [text, setText] = useState(query.get('find') ?? '');
  useEffect(() => {
    const timer = setTimeout(() => filter({ find: text }), 200);
    return () => clearTimeout(timer);
  }, [text]);
  return <input type="search" class="search" value={text} placeholder={t('tasks_find')} aria-label={t('tasks_find')} onInput={(event) => setText(event.currentTarget.value)} />;
}

function Rows({ rows, leftOut }: { rows: TaskRow[]; leftOut: number }) {
  const { query } = usePlace();
  const [marked, setMarked] = useState<readonly string[]>([]);
  const order = orderOf(query.get('sort'), COLUMNS);
  if (rows.length === 0) {
    return (
      <Empty title={t('tasks_none')}>
        <p>{t('tasks_none_says')}</p>
        <a class="button" href="/tasks">{t('tasks_all_states')}</a>
      </Empty>
    );
  }
  const mark = (key: string) => setMarked(marked.includes(key) ? marked.filter((it) => it !== key) : [...marked, key].slice(-2));
  return (
    <>
      <table class="list card">
        <caption class="unseen">{t('tasks_title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('column_task')}</th>
            <th scope="col">{t('column_state')}</th>
            <ColumnHead column="started" order={order} says={t('column_started')} kind="is-some" />
            <ColumnHead column="lasted" order={order} says={t('column_lasted')} kind="is-number is-more" />
            <ColumnHead column="steps" order={order} says={t('column_steps')} kind="is-number is-some" />
            <ColumnHead column="cost" order={order} says={t('column_cost')} kind="is-number is-some" />
            <ColumnHead column="size" order={order} says={t('column_size')} kind="is-number is-more" />
          </tr>
        </thead>
        <tbody onKeyDown={(event) => moveFocus(event, 'a')}>
          {sorted(rows, VALUES[order.column], order.highestFirst).map((row) => (
            <Row key={keyOf(row)} row={row} marked={marked.includes(keyOf(row))} mark={() => mark(keyOf(row))} />
          ))}
        </tbody>
      </table>
      <div class="head">
        <p class="quiet small">
          {t('tasks_shown', { n: rows.length })}{' '}
          {leftOut > 0 && <button type="button" class="is-plain" onClick={() => filter({ last: 'all' })}>{t('tasks_left_out', { n: leftOut })}</button>}
        </p>
        {marked.length === 2 ? (
          <a class="button is-main" href={`/compare?a=${encodeURIComponent(marked[0] ?? '')}&b=${encodeURIComponent(marked[1] ?? '')}`}>{t('compare_two')}</a>
        ) : (
          <p class="quiet small">{t('compare_hint')}</p>
        )}
      </div>
    </>
  );
}

function Row({ row, marked, mark }: { row: TaskRow; marked: boolean; mark: () => void }) {
  return (
    <tr>
      <th scope="row">
        <span class="list-task">
          <input type="checkbox" checked={marked} aria-label={t('compare_mark', { request: row.request })} onChange={mark} />
          <span>
            <a href={taskAddress(row)} dir="auto">{row.request || row.name}</a>
            <span class="list-says" dir="auto">{row.says}</span>
          </span>
        </span>
      </th>
      <td><State word={row.word as StateWord} /></td>
      <td class="is-some number">{moment(row.started)}</td>
      <td class="is-number is-more number">{duration(row.last - row.started)}</td>
      <td class="is-number is-some number">{number(row.steps)}</td>
      <td class="is-number is-some number">{dollars(row.cost.dollars)}{row.cost.unpriced > 0 && ' +'}</td>
      <td class="is-number is-more number">{row.bytes === null ? '–' : bytes(row.bytes)}</td>
    </tr>
  );
}
