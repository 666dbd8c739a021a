import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buttonOf, Keyboard, leaves, makesText, onDesktop, Wheel, type KeyPress } from '../src/screen/input.ts';
import { frameOf } from '../src/screen/frames.ts';

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({ key, ctrlKey: false, altKey: false, metaKey: false, shiftKey: false, isComposing: false, altGraph: false, ...held });
const key = (name: string, down: boolean) => ({ key: { key: name, down } });

test('letters of any layout, dead keys and composition are the text field’s; the rest is keys', () => {
  const texts = [press('a'), press('Ä', { shiftKey: true }), press('漢'), press('👩'), press('Dead'), press('Process'), press('Enter', { isComposing: true }), press('@', { altGraph: true, ctrlKey: true, altKey: true })];
  const keys = [press('Enter'), press('a', { ctrlKey: true }), press('F5'), press('ArrowLeft', { shiftKey: true }), press('v', { metaKey: true })];
  for (const it of texts) assert.ok(makesText(it), JSON.stringify(it));
  for (const it of keys) assert.ok(!makesText(it), JSON.stringify(it));
});

test('a modifier goes down with the key that it changes, and never before text', () => {
  const keyboard = new Keyboard();
  assert.deepEqual(keyboard.down(press('Shift', { shiftKey: true })), []);
  assert.equal(keyboard.down(press('A', { shiftKey: true })), null);
  assert.deepEqual(keyboard.down(press('a', { ctrlKey: true })), [key('Control', true), key('a', true)]);
  assert.deepEqual(keyboard.up(press('a', { ctrlKey: true })), [key('a', false)]);
  assert.deepEqual(keyboard.up(press('Control')), [key('Control', false)]);
});

test('no key stays down: not one whose modifier went up first, and none when the person looks elsewhere', () => {
  const keyboard = new Keyboard();
  keyboard.down(press('T', { ctrlKey: true, shiftKey: true }));
  assert.deepEqual(keyboard.up(press('t')), [key('T', false), key('Control', false), key('Shift', false)]);
  keyboard.down(press('ArrowDown', { altKey: true }));
  assert.deepEqual(keyboard.release(), [key('ArrowDown', false), key('Alt', false)]);
  assert.deepEqual(keyboard.release(), []);
});

test('a click has the modifiers that are held', () => {
  const keyboard = new Keyboard();
  assert.deepEqual(keyboard.hold(press('', { ctrlKey: true })), [key('Control', true)]);
  assert.deepEqual(keyboard.hold(press('')), [key('Control', false)]);
});

test('Ctrl+Alt+G gives the keyboard back, alone', () => {
  assert.ok(leaves(press('g', { ctrlKey: true, altKey: true })));
  assert.ok(!leaves(press('g', { ctrlKey: true })));
});

test('a point of the page is a pixel of the desktop, and none beside the picture', () => {
  const picture = { x: 10, y: 20, width: 640, height: 400 };
  const desktop = { width: 1280, height: 800 };
  assert.deepEqual(onDesktop({ x: 10, y: 20 }, picture, desktop), { x: 0, y: 0 });
  assert.deepEqual(onDesktop({ x: 330, y: 220 }, picture, desktop), { x: 640, y: 400 });
  assert.deepEqual(onDesktop({ x: 649.9, y: 419.9 }, picture, desktop), { x: 1279, y: 799 });
  for (const at of [{ x: 9, y: 30 }, { x: 650, y: 30 }, { x: 30, y: 420 }]) assert.equal(onDesktop(at, picture, desktop), null);
});

test('buttons have names, and those without one are nothing', () => {
  assert.deepEqual([0, 1, 2, 3, -1].map(buttonOf), ['left', 'middle', 'right', null, null]);
});

test('small movements of a wheel add up to notches', () => {
  const wheel = new Wheel();
  const turned = [40, 40, 40, -260].map((deltaY) => wheel.turned({ deltaX: 0, deltaY, deltaMode: 0 }));
  assert.deepEqual(turned, [null, null, { dx: 0, dy: 1 }, { dx: 0, dy: -2 }]);
  assert.deepEqual(new Wheel().turned({ deltaX: 3, deltaY: -3, deltaMode: 1 }), { dx: 1, dy: -1 });
});

test('a frame says where its picture goes; other bytes are no frame', () => {
  const bytes = new Uint8Array([0, 0, 0, 17, 0, 5, 0, 6, 0, 7, 0, 8, 5, 0, 3, 32, 2, 1, 0, 0, 9, 9]);
  const frame = frameOf(bytes.buffer);
  assert.deepEqual({ ...frame, picture: [...(frame?.picture ?? [])] }, { number: 17, at: { x: 5, y: 6, width: 7, height: 8 }, screen: { width: 1280, height: 800 }, type: 'image/jpeg', whole: true, picture: [9, 9] });
  assert.equal(frameOf(bytes.slice(0, 20).buffer), null);
  bytes[16] = 9;
  assert.equal(frameOf(bytes.buffer), null);
});
