import assert from 'node:assert/strict';
import { test } from 'node:test';
import { framesInView, markedSteps, placeOf } from '../src/task/model/film.ts';
import { Pages } from '../src/task/model/pages.ts';
import { LONGEST_PAUSE, nextMoment, SHORTEST_STEP, stepDelay } from '../src/task/model/playback.ts';
import { Recent } from '../src/task/model/recent.ts';
import { Timeline } from '../src/task/model/timeline.ts';
import { rowWindow, sameRows, scrollHeight, scrollToRow, TALLEST } from '../src/task/model/windowing.ts';

test('of a long list only the rows in view exist', () => {
  assert.deepEqual(rowWindow(0, 500, 50, 100_000, 2), { first: 0, end: 12, offset: 0 });
  const { first, end } = rowWindow(25_000, 500, 50, 10_000, 2);
  assert.deepEqual([first, end], [498, 512]);
  assert.deepEqual(rowWindow(0, 500, 50, 0, 2), { first: 0, end: 0, offset: 0 });
});

test('a row stays where it is while a list scrolls, and nothing changes until another one comes into view', () => {
  const at = (top: number) => rowWindow(top, 500, 92, 10_000, 2);
  const moves = Array.from({ length: 200 }, (_, frame) => [at(frame * 40), at((frame + 1) * 40)] as const);
  assert.ok(moves.every(([one]) => one.offset === one.first * 92));
  const drawn = moves.filter(([one, other]) => !sameRows(one, other)).length;
  // A row comes and a row goes with each 92 of 8000 pixels, or both at once.
  assert.ok(drawn >= 80 && drawn <= 180, String(drawn));
  assert.ok(sameRows(at(5000), at(5001)));
  // The rows of a scaled list move with every pixel.
  assert.ok(!sameRows(rowWindow(5000, 500, 92, 1_000_000, 2), rowWindow(5001, 500, 92, 1_000_000, 2)));
});

test('the last row of a list that is too tall for a browser can be reached', () => {
  const count = 1_000_000;
  assert.equal(scrollHeight(count, 92), TALLEST);
  assert.equal(rowWindow(TALLEST - 500, 500, 92, count, 0).end, count);
  const at = scrollToRow(count - 1, 0, 500, 92, count);
  assert.equal(rowWindow(at, 500, 92, count, 0).end, count);
});

test('a row in view is not scrolled, and others come in with the least movement', () => {
  assert.equal(scrollToRow(3, 100, 500, 50, 100), 100);
  assert.equal(scrollToRow(0, 100, 500, 50, 100), 0);
  assert.equal(scrollToRow(20, 100, 500, 50, 100), 550);
});

test('only the pieces that were used last are kept', async () => {
  const asked: number[] = [];
  const pages = new Pages(async (from, limit) => (asked.push(from), Array.from({ length: limit }, (_, at) => from + at)), 10, 2);
  await pages.ensure(0, 20);
  await pages.row(5);
  await pages.ensure(0, 10);
  await pages.ensure(20, 30);
  assert.deepEqual([pages.peek(5), pages.peek(15), pages.peek(25)], [5, undefined, 25]);
  assert.deepEqual(asked, [0, 10, 20]);
});

test('a piece that has grown is asked for again, and one that changed meanwhile is not kept', async () => {
  let rows = [1, 2];
  const pages = new Pages(async (from, limit) => rows.slice(from, from + limit), 10, 2);
  await pages.ensure(0, 2);
  rows = [1, 2, 3];
  assert.equal(await pages.ensure(0, 2), false);
  assert.equal(await pages.ensure(0, 3), true);
  assert.equal(pages.peek(2), 3);
  rows = Array.from({ length: 20 }, (_, at) => at);
  const coming = pages.row(12);
  pages.forgetFrom(0);
  assert.equal(await coming, 12);
  assert.deepEqual([pages.peek(2), pages.peek(12)], [undefined, undefined]);
  pages.put(0, 7);
  pages.put(2, 9);
  assert.deepEqual([pages.peek(0), pages.peek(2)], [7, undefined]);
});

test('a reply that failed is asked for again', async () => {
  const recent = new Recent<number>(1);
  await assert.rejects(recent.of('a', () => Promise.reject(new Error('no'))));
  assert.equal(await recent.of('a', async () => 1), 1);
  assert.equal(await recent.of('a', async () => 2), 1);
  await recent.of('b', async () => 3);
  assert.equal(await recent.of('a', async () => 4), 4);
});

function timeline(): Timeline {
  const it = new Timeline();
  it.resize(100, 1000, 11_000);
  return it;
}

test('the time of a step that is not loaded lies between those that are', () => {
  const it = timeline();
  assert.deepEqual([it.at(0), it.at(50), it.start, it.end], [1000, 6000, 1000, 11_000]);
  it.learn(50, 9000);
  it.learn(10, 2000);
  assert.deepEqual([it.at(10), it.at(30), it.at(75)], [2000, 5500, 10_000]);
  assert.deepEqual([it.stepAt(0), it.stepAt(5500), it.stepAt(9000), it.stepAt(99_000)], [0, 30, 50, 99]);
});

test('the film has as many frames as have room, each with the step of its time', () => {
  const frames = framesInView(timeline(), 1000, 0, 1000, 100);
  assert.deepEqual(frames.map((it) => it.step), [5, 15, 25, 35, 45, 55, 65, 75, 85, 95]);
  assert.equal(framesInView(timeline(), 32_000, 16_000, 1000, 100).length, 12);
  assert.equal(placeOf(timeline(), 6000, 1000), 500);
  assert.equal(markedSteps(7, 1000).length, 7);
  assert.ok(markedSteps(100_000, 1000).length <= 500);
});

test('a film of a task without duration begins at its first step', () => {
  const it = new Timeline();
  it.resize(1, 5, 5);
  assert.deepEqual(framesInView(it, 100, 0, 100, 100).map(({ step }) => step), [0]);
  assert.equal(placeOf(it, 5, 100), 0);
});

test('playing shows long pauses short and short steps long enough, faster with the speed', () => {
  assert.equal(stepDelay(0, 60_000, 1), LONGEST_PAUSE);
  assert.equal(stepDelay(0, 10, 1), SHORTEST_STEP);
  assert.equal(stepDelay(0, 1000, 4), 250);
  assert.equal(stepDelay(null, null, 1), LONGEST_PAUSE);
});

test('playing shows each step before and after, and ends with the last', () => {
  assert.deepEqual(nextMoment({ step: 0, picture: 'before' }, 2), { step: 0, picture: 'after' });
  assert.deepEqual(nextMoment({ step: 0, picture: 'after' }, 2), { step: 1, picture: 'before' });
  assert.equal(nextMoment({ step: 1, picture: 'after' }, 2), null);
});
