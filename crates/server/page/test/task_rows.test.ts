import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TaskRow } from '../src/shapes.ts';
import { alertsBetween, isResumable, waiting, withoutTask, withTask } from '../src/task_rows.ts';
import { inOrder, recent } from '../src/wall/order.ts';

const row = (name: string, rest: Partial<TaskRow> = {}): TaskRow => ({ folder: 'f', name, started: 1, last: 1, word: 'running', process: 7, question: null, ...rest }) as TaskRow;
const asks = (id: number) => ({ id, wants: { answers: ['?'] } });
const held = { id: 3, wants: { hand_back: 'asked' as const } };
const names = (rows: readonly TaskRow[]) => rows.map((it) => it.name);

test('a new task is put by its start, a known one stays where it is', () => {
  const tasks = [row('c', { started: 3 }), row('a', { started: 1 })];
  assert.deepEqual(names(withTask(tasks, row('b', { started: 2 }))), ['c', 'b', 'a']);
  const changed = withTask(tasks, row('a', { started: 1, word: 'failed' }));
  assert.deepEqual(changed.map((it) => it.word), ['running', 'failed']);
  assert.deepEqual(names(withoutTask(tasks, { folder: 'f', name: 'c' })), ['a']);
});

test('a person who has a desktop is not called to it', () => {
  assert.deepEqual(names(waiting([row('a', { question: asks(1) }), row('b', { question: held }), row('c')])), ['a']);
});

test('each question and each end is told once', () => {
  const before = [row('a'), row('b', { question: asks(1) }), row('c')];
  const after = [row('a', { question: asks(5) }), row('b', { question: asks(1) }), row('c', { word: 'finished', process: null }), row('d', { word: 'failed', process: null })];
  const alerts = alertsBetween(before, after);
  assert.deepEqual([names(alerts.asks), names(alerts.ended)], [['a'], ['c']]);
  const none = alertsBetween(after, after);
  assert.deepEqual([none.asks, none.ended], [[], []]);
  assert.deepEqual(names(alertsBetween(before, [row('b', { question: asks(2) })]).asks), ['b']);
});

test('only a task that nobody runs and that has not ended goes on', () => {
  assert.ok(isResumable(row('a', { process: null, word: 'stopped' })));
  assert.ok(!isResumable(row('a', { process: null, word: 'finished' })));
  assert.ok(!isResumable(row('a', { word: 'paused' })));
});

test('the wall begins with what waits for the person, and ends with what ended last', () => {
  const tasks = [row('r'), row('p', { word: 'paused' }), row('w', { word: 'waiting' }), row('x', { word: 'finished', process: null, last: 4 }), row('y', { word: 'failed', process: null, last: 9 })];
  assert.deepEqual(names(inOrder(tasks)).slice(0, 3), ['w', 'p', 'r']);
  assert.deepEqual(names(recent(tasks)), ['y', 'x']);
});
