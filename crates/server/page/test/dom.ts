// As much of a document as a view needs to be drawn and used in a test: preact makes the elements, and the test looks at them and presses.
import { render, type ComponentChild } from 'preact';
import { mock } from 'node:test';

/** How long preact takes until effects have run: the time of a frame, and a moment. */
const FRAME = 40;

/** A node with its place. */
class TestNode {
  parentNode: TestElement | null = null;

  get nextSibling(): TestNode | null {
    const all = this.parentNode?.childNodes ?? [];
    return all[all.indexOf(this) + 1] ?? null;
  }

  remove(): void {
    this.parentNode?.removeChild(this);
  }
}

class TestText extends TestNode {
  readonly nodeType = 3;

  constructor(public data: string) {
    super();
  }
}

type Listener = (this: TestElement, event: object) => void;

/** An element. */
export class TestElement extends TestNode {
  readonly nodeType = 1;
  readonly childNodes: TestNode[] = [];
  readonly style: Record<string, string> = {};
  readonly clientHeight = 600;
  readonly clientWidth = 800;
  scrollTop = 0;
  readonly #values = new Map<string, string>();
  readonly #listeners = new Map<string, Listener>();

  constructor(readonly localName: string) {
    super();
  }

  get firstChild(): TestNode | null {
    return this.childNodes[0] ?? null;
  }

  insertBefore(node: TestNode, before: TestNode | null): void {
    node.parentNode?.removeChild(node);
    const at = before ? this.childNodes.indexOf(before) : this.childNodes.length;
    this.childNodes.splice(at, 0, node);
    node.parentNode = this;
  }

  removeChild(node: TestNode): void {
    this.childNodes.splice(this.childNodes.indexOf(node), 1);
    node.parentNode = null;
  }

  setAttribute(name: string, value: unknown): void {
    this.#values.set(name, String(value));
  }

  removeAttribute(name: string): void {
    this.#values.delete(name);
  }

  addEventListener(name: string, listener: Listener): void {
    this.#listeners.set(name, listener);
  }

  removeEventListener(name: string): void {
    this.#listeners.delete(name);
  }

  /** The value of an attribute. */
  attribute(name: string): string | null {
    return this.#values.get(name) ?? null;
  }

  /** All text in it. */
  get text(): string {
    return this.childNodes.map((it) => (it instanceof TestElement ? it.text : it instanceof TestText ? it.data : '')).join('');
  }

  /** The elements in it, in their order, of this tag, or of this class if it begins with a dot. */
  all(kind: string): TestElement[] {
    return this.childNodes.flatMap((it) => (it instanceof TestElement ? [...(it.#is(kind) ? [it] : []), ...it.all(kind)] : []));
  }

  /** A person presses it. */
  press(): void {
    this.#listeners.get('click')?.call(this, { type: 'click' });
  }

  #is(kind: string): boolean {
    return kind.startsWith('.') ? (this.attribute('class') ?? '').split(' ').includes(kind.slice(1)) : this.localName === kind;
  }
}

class Watcher {
  observe(): void {}
  disconnect(): void {}
}

Object.assign(globalThis, {
  document: {
    createElementNS: (_: string, name: string) => new TestElement(name),
    createTextNode: (data: string) => new TestText(data),
    documentElement: new TestElement('html'),
  },
  getComputedStyle: () => ({ fontSize: '16px' }),
  location: { pathname: '/', search: '', hash: '' },
  ResizeObserver: Watcher,
});

/** Draws a view. Until the returned function is called, the timers are those of the test. */
export async function drawn(view: ComponentChild): Promise<{ root: TestElement; end: () => Promise<void> }> {
  mock.timers.enable({ apis: ['setTimeout'] });
  const root = new TestElement('div');
  const draw = (it: ComponentChild) => render(it, root as unknown as Element);
  draw(view);
  await later(FRAME);
  const end = async () => {
    draw(null);
    // What is left to run would hold up the effects of the next view.
    await later();
    mock.timers.reset();
  };
  return { root, end };
}

/** So many milliseconds later. What has come of it is drawn, and its effects have run. */
export async function later(millis = FRAME): Promise<void> {
  mock.timers.tick(millis);
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}
