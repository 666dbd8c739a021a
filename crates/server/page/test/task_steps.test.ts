import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cursorOf, queryOf } from '../src/task/cursor.ts';
import { align, differences, firstDivergence, sketch, type StepSketch } from '../src/task/model/divergence.ts';
import { actionText, agentParts, beganAt, foundIn, outcomeNow, outcomeOf, retries } from '../src/task/model/step_facts.ts';
import { sceneAfter, sceneBefore } from '../src/task/model/view_of_step.ts';
import { look, operation, step } from './samples.ts';

test('a step is as good as its worst effect, and an error or an approval says more', () => {
  assert.equal(outcomeOf(step({ operations: [operation('a', 'confirmed'), operation('b', 'no_change'), operation('c', 'unverified')] })), 'no_change');
  assert.equal(outcomeOf(step({ operations: [operation('a', 'confirmed'), operation('b', 'skipped')] })), 'confirmed');
  assert.equal(outcomeOf(step({ operations: [operation('a', 'refused')], approval: 'waiting' })), 'waiting');
  assert.equal(outcomeOf(step({ approval: 'withheld' })), 'refused');
  assert.equal(outcomeOf(step({ error: { kind: 'fatal', message: '' } })), 'error');
  assert.equal(outcomeOf(step()), 'decided');
});

test('an operation that has begun is at work in a running step, and interrupted in one that is over', () => {
  const begun = step({ settled: false, operations: [operation('a', 'confirmed'), operation('b', 'interrupted', 16, null)] });
  assert.deepEqual([outcomeNow(begun), outcomeOf(begun)], ['working', 'interrupted']);
  assert.equal(outcomeNow(step({ settled: false, operations: [operation('a', 'refused'), operation('b', 'interrupted', 16, null)] })), 'working');
  assert.equal(outcomeNow(step({ settled: false, operations: [operation('a', 'refused')] })), 'refused');
  assert.deepEqual([outcomeNow(step({ settled: false })), outcomeOf(step({ settled: false }))], ['working', 'interrupted']);
});

test('a row says what was done, else what was decided', () => {
  assert.equal(actionText(step({ operations: [operation('click "7"', 'confirmed')] })), 'click "7"');
  const decided = (decision: unknown) => actionText(step({ decisions: [{ entry: 1, at: 1, by: 'model', decision, remarks: null }] }));
  assert.deepEqual([decided('finish'), decided({ assign: {} }), decided(null)], ['finish', 'assign', '']);
  assert.deepEqual(agentParts('AppAgent/galculator/a/b'), { kind: 'AppAgent', about: 'galculator' });
});

test('replies beyond the one that was followed are retries', () => {
  const reply = { entry: 1, prompt: null, text: '', ending: 'complete', usage: null };
  const decisions = [{ entry: 9, at: 1, by: 'model' as const, decision: 'finish', remarks: null }];
  assert.equal(retries(step({ replies: [reply, reply], decisions })), 1);
  assert.equal(retries(step({ replies: [reply, reply] })), 2);
});

test('the picture before is the last one before something was done', () => {
  const looked = step({ observations: [look(11, 'one'), look(13, 'two'), look(18, 'three')], operations: [operation('a', 'confirmed', 15)] });
  assert.equal(sceneBefore(looked, [])?.title, 'two');
  assert.equal(sceneBefore(step(), [looked])?.title, 'two');
  assert.equal(sceneBefore(step(), [looked])?.entry, null);
  assert.equal(sceneBefore(step(), []), null);
  assert.equal(beganAt(looked), 1100);
});

test('the picture after is of the same window: its own, a closing one, or that of the next step', () => {
  const now = step({ observations: [look(11, 'one')], operations: [operation('a', 'confirmed', 15)] });
  const closing = [{ seq: 20, at: 0, event: 'pictured', view: { window: { title: 'closed' }, pictures: look(0, 'x').pictures }, desktop: look(0, 'd', 900).pictures }];
  assert.equal(sceneAfter(now, step({ observations: [look(21, 'next')] }), [])?.title, 'next');
  assert.equal(sceneAfter(now, step({ observations: [look(21, 'next', 900, 'desktop')] }), closing)?.title, 'closed');
  assert.equal(sceneAfter(now, undefined, closing)?.title, 'closed');
  assert.equal(sceneAfter(now, undefined, []), null);
});

test('a search finds what was done, thought and shown, in any case, with the words around it', () => {
  const remarks = { observation: '', thought: 'Press the KEY', plan: [], comment: '', save_screenshot: null };
  const it = step({ decisions: [{ entry: 1, at: 1, by: 'model', decision: 'finish', remarks }], operations: [operation('type "Größe"', 'confirmed')] });
  assert.equal(foundIn(it, 'the key'), 'press the key');
  assert.equal(foundIn(it, 'GRÖSSE'.replace('SS', 'ß')), 'type "größe"');
  assert.equal(foundIn(it, 'nowhere'), null);
});

const did = (action: string, effect = 'confirmed'): StepSketch => ({ agent: 'AppAgent/a', action, effect, decision: 'act' });

test('tasks that did the same have no difference', () => {
  const same = [did('a'), did('b')];
  assert.equal(firstDivergence(align(same, same)), null);
});

test('a step that only one task has is alone, and the pairs go on after it', () => {
  const pairs = align([did('a'), did('b'), did('c')], [did('a'), did('x'), did('y'), did('b'), did('c'), did('d')]);
  assert.deepEqual(pairs.map(({ left, right }) => [left, right]), [[0, 0], [null, 1], [null, 2], [1, 3], [2, 4], [null, 5]]);
  assert.equal(firstDivergence(pairs), 1);
});

test('another effect of the same action is a difference, and the folder of the task is none', () => {
  assert.deepEqual(differences(did('a'), did('a', 'no_change')), ['effect']);
  const saved = (folder: string) => sketch(step({ operations: [operation(`save ${folder}/home/a.txt`, 'confirmed')] }), `${folder}/`);
  assert.deepEqual(saved('/logs/one'), saved('/logs/two'));
});

test('every step is in one pair, whatever the tasks did', () => {
  const names = ['a', 'b', 'c'];
  for (let seed = 0; seed < 200; seed += 1) {
    const some = (length: number, by: number) => Array.from({ length }, (_, at) => did(names[(seed * by + at * at) % 3] ?? ''));
    const [left, right] = [some(seed % 9, 1), some(seed % 7, 2)];
    const pairs = align(left, right);
    assert.deepEqual(pairs.flatMap((it) => it.left ?? []), left.map((_, at) => at));
    assert.deepEqual(pairs.flatMap((it) => it.right ?? []), right.map((_, at) => at));
  }
});

test('a link leads to the same step, picture and tab, and to the last step of a live task', () => {
  const cursor = cursorOf(new URLSearchParams('step=3&shown=after&tab=tree&node=node_4&numbers=on'), 10, false);
  assert.deepEqual(queryOf(cursor), { step: '3', shown: 'after', tab: 'tree', entry: null, node: 'node_4', numbers: 'on' });
  assert.deepEqual([cursorOf(new URLSearchParams(''), 10, true).step, cursorOf(new URLSearchParams(''), 10, true).following], [9, true]);
  assert.equal(cursorOf(new URLSearchParams('step=999&tab=x&shown=<b>'), 10, false).step, 9);
  assert.equal(cursorOf(new URLSearchParams('step=-1'), 0, false).step, 0);
});
