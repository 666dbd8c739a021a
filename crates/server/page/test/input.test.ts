import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buttonOf, chordOf, leaves, LoneModifier, makesText, nearestOnDesktop, onDesktop, PointerModifiers, UNMODIFIED, Wheel, type KeyPress } from '../src/screen/input.ts';
import { frameOf } from '../src/screen/frames.ts';

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({ key, ctrlKey: false, altKey: false, metaKey: false, shiftKey: false, isComposing: false, altGraph: false, ...held });

test('letters of any layout, dead keys and composition are the text field’s; the rest is keys', () => {
  const texts = [press('a'), press('Ä', { shiftKey: true }), press('漢'), press('👩'), press('Dead'), press('Process'), press('Enter', { isComposing: true }), press('@', { altGraph: true, ctrlKey: true, altKey: true })];
  const keys = [press('Enter'), press('a', { ctrlKey: true }), press('F5'), press('ArrowLeft', { shiftKey: true }), press('v', { metaKey: true })];
  for (const it of texts) assert.ok(makesText(it), JSON.stringify(it));
  for (const it of keys) assert.ok(!makesText(it), JSON.stringify(it));
});

test('keys that type nothing go by the names of the desktop, with their modifiers', () => {
  const table: [KeyPress, string | null][] = [
    [press('Enter'), 'Enter'],
    [press('a', { ctrlKey: true }), 'Ctrl+A'],
    [press('T', { ctrlKey: true, shiftKey: true }), 'Ctrl+Shift+T'],
    [press('ArrowLeft', { shiftKey: true }), 'Shift+Left'],
    [press('F4', { altKey: true }), 'Alt+F4'],
    [press('PageDown'), 'Page_Down'],
    [press('+', { ctrlKey: true }), 'Ctrl+Plus'],
    [press(' ', { altKey: true }), 'Alt+Space'],
    [press('d', { metaKey: true }), 'Super+D'],
    [press('Control', { ctrlKey: true }), null],
    [press('AudioVolumeUp'), null],
    [press('F25'), null],
    [press('toString'), null],
  ];
  for (const [it, keys] of table) assert.equal(chordOf(it), keys, JSON.stringify(it));
});

test('Alt and Super count alone only if nothing came between', () => {
  const modifier = new LoneModifier();
  const both = (key: string) => (modifier.down(key), modifier.up(key));
  assert.deepEqual(['Alt', 'Meta', 'Shift', 'a'].map(both), ['Alt', 'Super', null, null]);
  modifier.down('Alt');
  modifier.down('F4');
  assert.deepEqual([modifier.up('F4'), modifier.up('Alt')], [null, null]);
  modifier.down('Alt');
  modifier.interrupt();
  assert.equal(modifier.up('Alt'), null);
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

test('a button that was pressed on the desktop is let go at its edge where the pointer has left it', () => {
  const picture = { x: 10, y: 20, width: 640, height: 400 };
  const desktop = { width: 1280, height: 800 };
  assert.deepEqual(nearestOnDesktop({ x: 330, y: 220 }, picture, desktop), { x: 640, y: 400 });
  assert.deepEqual(nearestOnDesktop({ x: -50, y: 9000 }, picture, desktop), { x: 0, y: 799 });
});

test('what is held for the pointer is told once, and let go once', () => {
  const modifiers = new PointerModifiers();
  const both = { ...UNMODIFIED, ctrlKey: true, shiftKey: true };
  const told = [UNMODIFIED, both, both, { ...UNMODIFIED, metaKey: true }, UNMODIFIED, UNMODIFIED].map((it) => modifiers.hold(it));
  assert.deepEqual(told, [null, ['control', 'shift'], null, ['super'], [], null]);
});

test('buttons have names, and those without one are nothing', () => {
  assert.deepEqual([0, 1, 2, 3, -1].map(buttonOf), ['left', 'middle', 'right', null, null]);
});

test('small movements of a wheel add up to notches', () => {
  const wheel = new Wheel();
  const turned = [40, 40, 40, -260].map((deltaY) => wheel.turned({ deltaX: 0, deltaY, deltaMode: 0 }));
  assert.deepEqual(turned, [null, null, { right: 0, up: -1 }, { right: 0, up: 2 }]);
  assert.deepEqual(new Wheel().turned({ deltaX: 3, deltaY: -3, deltaMode: 1 }), { right: 1, up: 1 });
});

test('a frame says where its picture goes; other bytes are no frame', () => {
  const bytes = new Uint8Array([0, 0, 0, 17, 0, 5, 0, 6, 0, 7, 0, 8, 5, 0, 3, 32, 2, 1, 0, 0, 9, 9]);
  const frame = frameOf(bytes.buffer);
  assert.deepEqual({ ...frame, picture: [...(frame?.picture ?? [])] }, { number: 17, at: { x: 5, y: 6, width: 7, height: 8 }, screen: { width: 1280, height: 800 }, type: 'image/jpeg', whole: true, picture: [9, 9] });
  assert.equal(frameOf(bytes.slice(0, 20).buffer), null);
  bytes[16] = 9;
  assert.equal(frameOf(bytes.buffer), null);
});
