import assert from 'node:assert/strict';
import { test } from 'node:test';
import { h } from 'preact';
import type { TaskSource } from '../src/api.ts';
import type { ApprovalShape, Question, Reply, Step, TaskRow } from '../src/shapes.ts';
import { drawn, later, type TestElement } from './dom.ts';
import { operation, step } from './samples.ts';

const TASK = { folder: 'f', name: 'a', request: 'send it' } as TaskRow;
const APPROVAL = { picture: null, grounds: null, reason: 'it sends' } as unknown as ApprovalShape;
const QUESTION = { id: 7, rows: [['what', 'click the Button "Send"']], choices: [{ consent: 'once', says: 'allow it' }] } as unknown as Question;

/** Presses a key that a view has bound. */
async function type(key: string): Promise<void> {
  const { bindings, chosen } = await import('../src/keys.ts');
  chosen(bindings.get(), '', key).binding?.run();
}

const busy = (root: TestElement) => root.all('button').map((it) => it.attribute('aria-busy'));

test('a button is busy from its press to the reply, asks once, and says why it was refused', async () => {
  const { Act } = await import('../src/shell/act.tsx');
  const asked: ((refused: Error) => void)[] = [];
  const run = () => new Promise<void>((_, refuse) => asked.push(refuse));
  const { root, end } = await drawn(h(Act, { run, children: 'Stop' }));
  try {
    const [button] = root.all('button');
    assert.deepEqual(busy(root), ['false']);
    button?.press();
    await later();
    assert.deepEqual(busy(root), ['true']);
    button?.press();
    await later();
    assert.equal(asked.length, 1);
    asked[0]?.(new Error('it has ended'));
    await later();
    assert.deepEqual(busy(root), ['false']);
    assert.deepEqual(root.all('.act-says').map((it) => it.text), ['it has ended']);
  } finally {
    await end();
  }
});

test('a key in the first moment of a card answers nothing, and the card is busy from its answer to the reply', async () => {
  const { Approval } = await import('../src/questions/approval.tsx');
  const given: Reply[] = [];
  let taken: () => void = () => undefined;
  const give = (reply: Reply) => {
    given.push(reply);
    return new Promise<void>((done) => (taken = done));
  };
  const { root, end } = await drawn(h(Approval, { task: TASK, question: QUESTION, approval: APPROVAL, marked: true, give }));
  try {
    await type('a');
    await later(600);
    await type('a');
    await later();
    assert.deepEqual(given, [], 'it was meant for what was there before');
    await later(200);
    await type('a');
    await later();
    assert.deepEqual(given, [{ consent: 'once' }]);
    assert.deepEqual(busy(root), ['true']);
    await type('a');
    await later();
    assert.equal(given.length, 1);
    taken();
    await later();
    assert.deepEqual(busy(root), ['false']);
  } finally {
    await end();
  }
});

const did = (says: string, effect: Parameters<typeof operation>[1] = 'confirmed') => step({ operations: [operation(says, effect)] });

/** A task with these steps. */
function source(name: string, steps: Step[]): TaskSource {
  return {
    task: async () => ({ task: { ...TASK, name, log_dir: '/logs', request: `request of ${name}` } }),
    steps: async (from: number) => ({ steps: steps.slice(from), more: false }),
    step: async (number: number) => steps[number],
  } as unknown as TaskSource;
}

test('two tasks stand side by side as they were chosen, each row says what differs, and the keys go to the first that does', async () => {
  const { Comparison } = await import('../src/task/compare.tsx');
  const { settings } = await import('../src/settings.ts');
  const { filled, table } = await import('../src/words.ts');
  const { language } = settings.get();
  const says = (word: keyof typeof table, n = 0) => filled(table[word], language, { n });
  const sources: Record<string, TaskSource> = {
    one: source('one', [did('open'), did('press 7'), did('save'), did('close', 'no_change')]),
    two: source('two', [did('open'), did('press 8'), did('save'), did('close'), did('wait')]),
  };
  const from = {
    source: ({ name }: { name: string }) => sources[name] as TaskSource,
    link: ({ name }: { name: string }) => `/tasks/f/${name}`,
    address: { read: () => new URLSearchParams(), write: () => undefined },
  };
  const place = (name: string) => ({ folder: 'f', name });
  const { root, end } = await drawn(h(Comparison, { a: place('one'), b: place('two'), from }));
  try {
    for (let turn = 0; turn < 5; turn += 1) await later();
    const texts = (kind: string) => root.all(kind).map((it) => it.text);
    assert.deepEqual(root.all('.compare-heads').flatMap((it) => it.all('b')).map((it) => it.text), ['one', 'two']);
    assert.equal(root.all('.notice')[0]?.all('span')[0]?.text, says('compare_differs', 2));
    const rows = root.all('.pair-row').map((it) => [it.all('.pair-cell')[0]?.text, it.all('.pair-says')[0]?.text, it.all('.pair-cell')[1]?.text]);
    assert.deepEqual(rows, [
      ['1open', '', '1open'],
      ['2press 7', says('first_divergence'), '2press 8'],
      ['3save', '', '3save'],
      ['4close', says('differs_effect'), '4close'],
      [says('no_such_step'), says('differs_action'), '5wait'],
    ]);
    const chosen = () => root.all('.row').findIndex((it) => it.attribute('aria-selected') === 'true');
    const visited: [number, string[]][] = [];
    for (const key of ['d', 'j', 'j', 'j', 'd', 'k']) {
      await type(key);
      for (let turn = 0; turn < 3; turn += 1) await later();
      visited.push([chosen(), texts('figcaption').map((it) => it.trim())]);
    }
    const shot = (number: number, outcome: keyof typeof table, what: string) => `${filled(table.step_n, language, { n: String(number) })} ${says(outcome)}${what}`;
    const ok = 'outcome_confirmed';
    const differs: [number, string[]] = [1, [shot(2, ok, 'press 7'), shot(2, ok, 'press 8')]];
    assert.deepEqual(visited, [
      differs,
      [2, [shot(3, ok, 'save'), shot(3, ok, 'save')]],
      [3, [shot(4, 'outcome_no_change', 'close'), shot(4, ok, 'close')]],
      [4, [shot(5, ok, 'wait')]],
      differs,
      [0, [shot(1, ok, 'open'), shot(1, ok, 'open')]],
    ]);
  } finally {
    await end();
  }
});
