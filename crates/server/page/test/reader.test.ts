import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TaskSource } from '../src/api.ts';
import type { StepPage, TaskDetail, TaskRow } from '../src/shapes.ts';
import { TaskReader } from '../src/task/reader.ts';
import { step } from './samples.ts';

const row: TaskRow = {
  folder: 'f', log_dir: '/logs', name: 'long', started: 0, last: 9, request: 'compute', state: { ended: { finished: '42' } }, word: 'finished', says: 'finished: 42', process: null, steps: 1000,
  cost: { dollars: 0, unpriced: 0, calls: 0, input_tokens: 0, cached_tokens: 0, output_tokens: 0 }, bytes: null, question: null,
};
const detail = (live: TaskDetail['live'] = null): TaskDetail => ({ task: row, header: null, entries: 9000, steps: 1000, rounds: [], question: null, live });

/** A reader of a task, and what it asked for. */
function read(steps: (from: number) => Promise<StepPage>, live: TaskDetail['live'] = null) {
  const asked: string[] = [];
  const source = { task: async () => (asked.push('task'), detail()), steps: (from: number) => (asked.push(`steps ${from}`), steps(from)) };
  return { reader: new TaskReader(source as unknown as TaskSource, detail(live)), asked };
}

const page = (from: number): StepPage => ({ steps: [step({ entry: from })], next: from + 1, more: true });
const settled = () => new Promise((done) => setTimeout(done));

test('the film leaves connections to what the person looks at', async () => {
  let [now, most] = [0, 0];
  const { reader, asked } = read(async (from) => {
    most = Math.max(most, (now += 1));
    await settled();
    now -= 1;
    return page(from);
  });
  await reader.needFrames([100, 200, 300, 400, 500]);
  assert.equal(most, 2);
  assert.deepEqual(asked, [97, 197, 297, 397, 497].map((it) => `steps ${it}`));
});

test('a task that is over is asked for again only where its row is another one', async () => {
  const { reader, asked } = read(async (from) => page(from));
  reader.tookTask({ ...row });
  reader.ended();
  await settled();
  assert.deepEqual(asked, []);
  reader.tookTask({ ...row, last: 10 });
  await settled();
  assert.deepEqual(asked, ['task', 'steps 999']);
});

test('a task that ran is read once more when its process has ended', async () => {
  const { reader, asked } = read(async (from) => page(from), { phase: 'working', process: 7 });
  reader.ended();
  await settled();
  assert.equal(asked[0], 'task');
});

test('what cannot be loaded is told, until it can be', async () => {
  let broken = true;
  const { reader } = read(async (from) => (broken ? Promise.reject(new Error('line 7')) : page(from)));
  let told = 0;
  reader.changed.follow(() => (told += 1));
  await reader.needSteps(0, 1);
  assert.deepEqual([reader.fault, told], ['line 7', 1]);
  await reader.needFrames([500]);
  assert.deepEqual([reader.fault, told], ['line 7', 2]);
  broken = false;
  await reader.needSteps(0, 1);
  assert.deepEqual([reader.fault, told], ['', 3]);
});
