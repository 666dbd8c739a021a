import assert from 'node:assert/strict';
import { test } from 'node:test';
import { difference, type Pixels } from '../src/task/model/difference.ts';
import { actionOverlays, fit, keepInFrame, labelsWithRoom, numberOverlays, pixelAt, smallestAt, zoomAt, type Overlay } from '../src/task/model/geometry.ts';

function picture(width: number, height: number, set: (x: number, y: number) => number): Pixels {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at += 1) data.fill(set(at % width, Math.floor(at / width)), at * 4, at * 4 + 4);
  return { width, height, data };
}

test('equal pictures have no difference, and neither have those that smoothing made unlike', () => {
  const grey = picture(40, 40, () => 100);
  assert.deepEqual(difference(grey, grey).areas, []);
  assert.equal(difference(grey, picture(40, 40, () => 108)).share, 0);
});

test('a change is outlined once, and one far from it separately, the largest first', () => {
  const before = picture(80, 80, () => 0);
  const after = picture(80, 80, (x, y) => ((x >= 8 && x < 30 && y >= 8 && y < 20) || (x === 70 && y === 70) ? 255 : 0));
  const { areas, share, picture: shown } = difference(before, after);
  assert.deepEqual(areas, [{ x: 8, y: 8, width: 24, height: 16 }, { x: 64, y: 64, width: 8, height: 8 }]);
  assert.equal(Math.round(share * 6400), 22 * 12 + 1);
  assert.deepEqual([shown.data[0], shown.data[(8 * 80 + 8) * 4]], [191, 255]);
});

test('what only one of two pictures has counts as changed, and no area leaves the picture', () => {
  const { share, areas } = difference(picture(10, 10, () => 0), picture(20, 10, () => 0));
  assert.equal(share, 0.5);
  assert.deepEqual(areas, [{ x: 8, y: 0, width: 12, height: 10 }]);
  assert.equal(difference(picture(0, 0, () => 0), picture(0, 0, () => 0)).share, 0);
});

const control = { control: { rect: { x: 110, y: 220, width: 20, height: 10 } } };

test('a target is drawn in pixels of the picture, not of the desktop', () => {
  assert.deepEqual(actionOverlays({ aim: control }, { x: 100, y: 200 }), [{ kind: 'target', rect: { x: 10, y: 20, width: 20, height: 10 } }]);
  assert.deepEqual(actionOverlays({ aim: { point: { x: 5, y: 6 } } }, null), [{ kind: 'point', at: { x: 5, y: 6 } }]);
  assert.deepEqual(actionOverlays({ aim: 'window' }, null), []);
});

test('a drag goes from the middle of its target to where the button is released', () => {
  const verb = { gesture: { drag: { to: { x: 300, y: 400 }, button: 'left' } } };
  const [, drag] = actionOverlays({ aim: control, verb }, { x: 100, y: 200 });
  assert.deepEqual(drag, { kind: 'drag', from: { x: 20, y: 25 }, to: { x: 200, y: 200 } });
  const window = { rect: { x: 0, y: 0, width: 100, height: 100 } };
  assert.deepEqual(actionOverlays({ window, aim: 'window', verb }, null).map((it) => it.kind), ['drag']);
});

test('an action from a hostile log draws nothing', () => {
  for (const aim of [null, 7, [], {}, { control: 'x' }, { control: { rect: { x: '1' } } }, { point: { x: null } }]) {
    assert.deepEqual(actionOverlays({ aim, verb: { gesture: { drag: { to: 'x' } } } }, null), []);
  }
});

test('only what has a number is numbered, and numbers that would lie over one another are left out', () => {
  const at = (x: number, label: number | null) => ({ label, rect: { x, y: 0, width: 5, height: 5 } });
  const overlays: Overlay[] = numberOverlays([at(0, 1), at(4, 2), at(50, null), at(90, 3)], null);
  assert.equal(overlays.length, 3);
  assert.deepEqual([...labelsWithRoom(overlays, 1)], [0, 2]);
  assert.deepEqual([...labelsWithRoom(overlays, 10)], [0, 1, 2]);
});

test('a picture is fitted into its frame, and a small one at most doubled', () => {
  assert.deepEqual(fit({ width: 2000, height: 1000 }, { width: 500, height: 500 }), { scale: 0.25, x: 0, y: 125 });
  assert.deepEqual(fit({ width: 100, height: 100 }, { width: 500, height: 300 }), { scale: 2, x: 150, y: 50 });
});

test('zooming keeps the pixel under the pointer, and the picture stays in its frame', () => {
  const placed = fit({ width: 2000, height: 1000 }, { width: 500, height: 500 });
  const at = { x: 123, y: 200 };
  assert.deepEqual(pixelAt(zoomAt(placed, at, 4), at), pixelAt(placed, at));
  const kept = keepInFrame({ scale: 1, x: 900, y: -9000 }, { width: 2000, height: 1000 }, { width: 500, height: 500 });
  assert.deepEqual(kept, { scale: 1, x: 0, y: -500 });
});

test('a click chooses the innermost control', () => {
  const rects = [{ x: 0, y: 0, width: 100, height: 100 }, { x: 10, y: 10, width: 20, height: 20 }, null];
  assert.equal(smallestAt(rects, { x: 15, y: 15 }), 1);
  assert.equal(smallestAt([...rects].reverse(), { x: 15, y: 15 }), 1);
  assert.equal(smallestAt(rects, { x: 30, y: 30 }), 0);
  assert.equal(smallestAt(rects, { x: 200, y: 0 }), null);
});
