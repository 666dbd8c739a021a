import assert from 'node:assert/strict';
import { test } from 'node:test';
import { neighbour } from '../src/focus.ts';
import { chosen, pressed, type Binding } from '../src/keys.ts';

const binding = (keys: string, says = keys): Binding => ({ keys, says, run: () => undefined });
const event = (key: string, held: object = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, isComposing: false, target: null, ...held });

test('shortcuts of the browser and composed letters are no keys of the page', () => {
  assert.equal(pressed(event('a', { ctrlKey: true })), null);
  assert.equal(pressed(event('a', { altKey: true })), null);
  assert.equal(pressed(event('a', { isComposing: true })), null);
  assert.deepEqual(['A', '?', 'ArrowDown'].map((it) => pressed(event(it))), ['a', '?', 'ArrowDown']);
});

test('two keys after each other choose a place, and the second alone something else', () => {
  const all = [binding('g t'), binding('t')];
  assert.deepEqual(chosen(all, '', 'g'), { binding: null, rest: 'g' });
  assert.equal(chosen(all, 'g', 't').binding?.keys, 'g t');
  assert.equal(chosen(all, '', 't').binding?.keys, 't');
  assert.equal(chosen(all, 'g', 'x').binding, null);
});

test('the inner view wins where both bind a key', () => {
  assert.equal(chosen([binding('a', 'outer'), binding('a', 'inner')], '', 'a').binding?.says, 'inner');
});

test('arrows go to the neighbour in a wall of columns, and no further than its edges', () => {
  const table: [number, string, number | null][] = [
    [0, 'ArrowRight', 1], [1, 'ArrowLeft', 0], [1, 'ArrowDown', 4], [4, 'ArrowUp', 1], [2, 'Home', 0], [2, 'End', 6],
    [0, 'ArrowLeft', null], [6, 'ArrowRight', null], [5, 'ArrowDown', null], [0, 'Home', null], [-1, 'ArrowDown', null], [2, 'a', null],
  ];
  for (const [at, key, to] of table) assert.equal(neighbour(at, key, 7, 3), to, `${key} at ${at}`);
});

test('the space bar presses the button that has the focus, and plays elsewhere', () => {
  const real = Object.getOwnPropertyDescriptor(globalThis, 'Element');
  class Element {
    constructor(readonly kind: string) {}
    closest(kinds: string) {
      return kinds.split(', ').includes(this.kind) ? this : null;
    }
  }
  Object.defineProperty(globalThis, 'Element', { value: Element, configurable: true });
  try {
    const on = (kind: string, key: string) => pressed(event(key, { target: new Element(kind) }));
    assert.deepEqual([on('button', ' '), on('div', ' '), on('button', 'j')], [null, 'Space', 'j']);
  } finally {
    if (real) Object.defineProperty(globalThis, 'Element', real);
    else Reflect.deleteProperty(globalThis, 'Element');
  }
});
