import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byModel, byTask, cause, causes, costs, linePoints, remaining, timePoints } from '../src/lists/batch_facts.ts';
import { allStates, chosenJobs, goesOn, isElsewhere, progress, runKind } from '../src/lists/dataflow_facts.ts';
import { nextOrder, orderOf, sorted } from '../src/lists/sorting.ts';
import { choiceKind, riskWord, rowWord, ruleIn, speakerText } from '../src/questions/meaning.ts';
import type { BatchRow, Consent, DataflowRow, JobRow, JobStates, TrialRow } from '../src/shapes.ts';
import { fieldOf, newTask, plain } from '../src/start/fields.ts';
import { isAwaited } from '../src/store.ts';
import { waitBefore } from '../src/streams.ts';
import { visible } from '../src/visible_text.ts';

test('an error of the server is shown at the field that it is about', () => {
  const table: [string, string, ReturnType<typeof fieldOf>][] = [
    ['run.max_steps must be a whole number from 0, and is "many"', 'wrong', 'max_steps'],
    ['desktop.kind must be one of private, current, and is "x"', 'wrong', 'desktop'],
    ['there is no mode "x"', 'wrong', 'mode'],
    ['model.host: no provider "x"', 'wrong', 'model'],
    ['model.base_url is no address', 'wrong', 'base_url'],
    ['the policy x.toml cannot be read', 'wrong', 'policy'],
    ['there is a task "a" already', 'exists', 'name'],
    ['the request is too long', 'wrong', 'request'],
    ['the disk is full', 'failed', null],
  ];
  for (const [says, code, field] of table) assert.equal(fieldOf(says, code), field, says);
});

test('empty fields are not sent, and steps are a number', () => {
  assert.deepEqual(newTask(' do it ', { model: ' m ', policy: '', max_steps: '9' }), { request: 'do it', model: 'm', max_steps: 9 });
  assert.equal(plain('"private"'), 'private');
});

test('every reply has a key of its own', () => {
  const replies: Consent[] = ['once', 'session', 'always', 'stop', { no: '' }];
  assert.deepEqual(replies.map((it) => choiceKind(it).key), ['a', 's', 'l', 'x', 'd']);
});

test('names of an approval have texts, and unknown ones stay as they are', () => {
  assert.equal(rowWord('why'), 'row_why');
  assert.equal(riskWord('pays'), 'risk_pays');
  assert.equal(riskWord('toString'), null);
  assert.equal(ruleIn('yes, always, by this rule: allow x'), 'allow x');
  assert.deepEqual([speakerText({ preset: 'ask' }), speakerText('agent'), speakerText(null)], ['preset: ask', 'agent', '']);
});

test('a column sorts highest first, then lowest first, and rows without a value are last', () => {
  const columns = ['started', 'cost'] as const;
  assert.deepEqual(orderOf('nonsense', columns), { column: 'started', highestFirst: true });
  const order = orderOf('-cost', columns);
  assert.deepEqual([nextOrder(order, 'cost'), nextOrder(order, 'started')], ['cost', '-started']);
  assert.deepEqual(sorted([2, null, 3], (it) => it, true), [3, 2, null]);
  assert.deepEqual(sorted([2, null, 3], (it) => it, false), [2, 3, null]);
});

const trial = (task: string, success: boolean, verdict = '', dollars = 1): TrialRow => ({ task, success, finished: success, verdict, dollars }) as TrialRow;

test('failures are grouped by what their verdicts have in common', () => {
  const trials = [trial('a', false, 'no: "x.ods" line 7'), trial('b', false, 'no: "y.ods" line 12'), trial('c', true)];
  assert.deepEqual(causes(trials), [{ name: 'no: "…" line N', count: 2, succeeded: 0 }]);
  assert.equal(cause({ ...trial('a', false), finished: true }), 'checks');
});

test('tasks that fail most come first, and cost is a sum that grows', () => {
  const trials = [trial('a', true), trial('b', false), trial('a', false)];
  assert.deepEqual(byTask(trials).map((it) => [it.name, it.succeeded, it.count]), [['b', 0, 1], ['a', 1, 2]]);
  assert.deepEqual(costs(trials), [0, 1, 2, 3]);
  assert.equal(linePoints([0, 1, 2], { width: 100, height: 10 }), '0,10 50,5 100,0');
});

test('cost over time stands where its time is, and a single moment is no line', () => {
  const size = { width: 100, height: 10 };
  assert.equal(timePoints([[1000, 1], [1100, 1], [2000, 2]], size), '0,5 10,5 100,0');
  assert.equal(timePoints([[5, 2]], size), '0,0');
});

test('batches with the same models count together, the worst models first', () => {
  const batch = (host: string, done: number, succeeded: number) => ({ results: { host_model: host, totals: { done, succeeded } } }) as BatchRow;
  const groups = byModel([batch('good', 2, 2), batch('bad', 3, 1), batch('good', 2, 1), batch('none yet', 0, 0)], (it) => it.results.host_model);
  assert.deepEqual(groups, [{ name: 'bad', count: 3, succeeded: 1 }, { name: 'good', count: 4, succeeded: 3 }]);
});

test('the jobs of a run are counted by state, and filters of the address choose among them', () => {
  const states = { queued: 2, running: 1, succeeded: 3, dead: 1 };
  assert.deepEqual(progress({ states }), { total: 7, ended: 4, passed: 3 });
  const job = (task: string, state: string, application = 'word', worker: string | null = 'w1') => ({ task, state, application, worker, started: 1, ended: null }) as JobRow;
  const jobs = [job('a', 'succeeded'), job('b', 'running', 'calc', 'w2'), job('c', 'dead'), job('d', 'queued', 'word', null)];
  const shown = (query: string) => chosenJobs(jobs, new URLSearchParams(query)).map((it) => it.task).join('');
  const table: [string, string][] = [['', 'bcda'], ['state=dead,queued', 'cd'], ['application=calc', 'b'], ['worker=w1&state=succeeded', 'a'], ['state=failed', '']];
  for (const [query, wanted] of table) assert.equal(shown(query), wanted, query);
});

const folder = (fault: string | null, ...runs: [string, JobStates][]) => ({ fault, runs: runs.map(([run, states]) => ({ run, states })) }) as DataflowRow;

test('runs of one folder are counted apart, and their states together', () => {
  const both = folder(null, ['instantiation--home-a', { succeeded: 3 }], ['execution--home-a', { succeeded: 1, queued: 2 }]);
  assert.deepEqual(both.runs.map((it) => [runKind(it.run), progress(it).total, progress(it).passed]), [['instantiation', 3, 3], ['execution', 3, 1]]);
  assert.deepEqual([allStates(both).succeeded, allStates(both).queued, allStates(both).dead], [4, 2, 0]);
  assert.equal(runKind('mine'), 'mine');
});

test('a queue that cannot be read now is read again, and is not said to be elsewhere', () => {
  const done: [string, JobStates] = ['dataflow-a', { succeeded: 2, dead: 1 }];
  const table: [DataflowRow, boolean, boolean][] = [
    [folder(null, done), false, false],
    [folder(null, done, ['execution-a', { running: 1 }]), true, false],
    [folder(null), false, true],
    [folder('the queue is locked'), true, false],
    [folder('a record cannot be read', done), true, false],
  ];
  for (const [row, again, elsewhere] of table) assert.deepEqual([goesOn(row), isElsewhere(row)], [again, elsewhere], JSON.stringify(row));
});

test('what could not be had is asked for again, and what is complete is not', () => {
  const goes = (value: number) => value < 2;
  assert.deepEqual([isAwaited({ is: 'failed', says: 'the server is gone' }, goes), isAwaited({ is: 'here', value: 1 }, goes)], [true, true]);
  assert.deepEqual([isAwaited({ is: 'loading' }, goes), isAwaited({ is: 'here', value: 2 }, goes)], [false, false]);
});

test('the time left of a batch is known after its first trial, until its last', () => {
  const batch = (done: number) => ({ results: { planned: 4, totals: { done, seconds: done * 10 } } }) as BatchRow;
  assert.deepEqual([0, 2, 4].map((done) => remaining(batch(done))), [null, 20_000, null]);
});

test('what would turn or hide the text around it is shown', () => {
  assert.equal(visible('a\u202Etxt.exe\u001b[31m\u200b\u0085'), 'a[U+202E]txt.exe\u241b[31m[U+200B][U+0085]');
  assert.equal(visible('Größe 漢字 👩‍👩‍👧\n\t"<b>"'), 'Größe 漢字 👩‍👩‍👧\n\t"<b>"');
});

test('tries come more and more rarely, and never stop', () => {
  assert.deepEqual([1, 2, 3, 20].map(waitBefore), [500, 1000, 2000, 30_000]);
});
