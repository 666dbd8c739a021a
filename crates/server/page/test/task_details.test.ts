import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { StepTree, ViewControl } from '../src/shapes.ts';
import { reportSource } from '../src/report_source.ts';
import { ancestors, matchingRows, nodeRect, openRows, treeRows } from '../src/task/model/accessibility_tree.ts';
import { changedKeys } from '../src/task/model/blackboard.ts';
import { layout } from '../src/task/model/graph.ts';
import { judgements } from '../src/task/model/judgements.ts';
import { isData, partsByStep, promptOf, readable, tokensOf } from '../src/task/model/prompt.ts';
import { controlOf, numbered, seenTree } from '../src/task/model/seen_tree.ts';
import { lineOfControl, namesakes, rowOfControl } from '../src/task/model/source_of_control.ts';
import { productText, subtaskNodes } from '../src/task/model/subtask_nodes.ts';
import { step } from './samples.ts';

const node = (id: string, needs: string[] = [], produces: string[] = []) => ({ id, needs, produces });
const placed = (of: ReturnType<typeof layout>) => Object.fromEntries(of.nodes.map((it) => [it.id, [it.layer, it.place]]));

test('what is needed stands left of what needs it, by id or by product', () => {
  const it = layout([node('a', [], ['note']), node('b', ['a']), node('c', ['note', 'b']), node('d')]);
  assert.deepEqual(placed(it), { a: [0, 0], b: [1, 0], c: [2, 0], d: [0, 1] });
  assert.deepEqual(it.edges.map(({ from, to, what }) => `${from} ${to} ${what}`), ['a b a', 'a c note', 'b c b']);
  assert.deepEqual([it.layers, it.widest], [3, 2]);
});

test('a circle of needs has an end, unknown needs are left out, and nothing is nothing', () => {
  const it = layout([node('a', ['b']), node('b', ['a', 'nobody', 'b'])]);
  assert.deepEqual(it.edges, [{ from: 'b', to: 'a', what: 'b' }]);
  assert.deepEqual(layout([]), { nodes: [], edges: [], layers: 0, widest: 0 });
});

test('a layer is in the order of what its nodes need, so that lines do not cross', () => {
  assert.deepEqual(placed(layout([node('a'), node('b'), node('x', ['b']), node('y', ['a'])])), { a: [0, 0], b: [0, 1], x: [1, 1], y: [1, 0] });
});

test('planned subtasks follow those that were assigned, and old logs have no ids', () => {
  const row = { subtask: { id: 'a', text: 'one' }, application: 'x', state: 'finished' as const, comment: 'ok', missing: [] };
  const nodes = subtaskNodes([row, { ...row, subtask: { id: '', text: 'two' } }], [{ id: 'a', text: 'one' }, { id: 'b', text: 'three', needs: ['a'], produces: [{ note: 'n' }, { file: 'f.txt' }] }]);
  assert.deepEqual(nodes.map(({ id, state }) => `${id} ${state}`), ['a finished', '#2 finished', 'b planned']);
  assert.deepEqual(nodes[2]?.produces, ['n', 'f.txt']);
  assert.equal(productText('plain'), 'plain');
});

const control = (label: number | null, name: string, x: number, node = ''): ViewControl => ({
  label: label as number, role: 'Button', name, value: null, states: [], rect: { x, y: 0, width: 10, height: 10 }, source: node ? { accessibility: { node } } : 'page',
});
const seen: StepTree = {
  entry: 5, kind: 'app', tree: null,
  view: { window: { title: 'W', rect: { x: 0, y: 0, width: 99, height: 99 } }, controls: [control(1, 'Bar', 0, 'n1'), control(2, 'Save', 10, 'n2'), control(null, 'Save', 20), control(3, 'End', 30)], levels: [0, 1, 1] },
};

test('the tree of a window is made of its controls by their levels', () => {
  const rows = treeRows(seenTree(seen));
  assert.deepEqual(rows.map(({ node: it, level, parent }) => `${level} ${it.name} ${parent}`), ['0 W -1', '1 Bar 0', '2 Save 1', '2 Save 1', '1 End 0']);
  assert.deepEqual(openRows(rows, new Set(['node_1'])), [0, 1, 4]);
  assert.deepEqual(matchingRows(rows, 'sAVE'), [2, 3]);
  assert.deepEqual(ancestors(rows, 2), ['node_0', 'node_1']);
  assert.equal(controlOf(rows[2]?.node.id ?? ''), 1);
  assert.deepEqual(nodeRect(rows[1]!.node), { x: 0, y: 0, width: 10, height: 10 });
});

test('a look at the desktop has its windows, and a view without anything is a window without controls', () => {
  const desktop: StepTree = { entry: 1, kind: 'desktop', tree: null, view: { windows: [{ label: 4, title: 'T', application: 'a', rect: { x: 1, y: 2, width: 3, height: 4 } }, 'x'] } };
  assert.deepEqual(treeRows(seenTree(desktop)).map((it) => it.node.name), ['', 'T']);
  assert.deepEqual(numbered(desktop), [{ label: 4, rect: { x: 1, y: 2, width: 3, height: 4 } }]);
  assert.equal(treeRows(seenTree({ kind: 'app', view: {} })).length, 1);
});

test('a control is found by its identifier, else by place and name, and its namesakes are told', () => {
  const rows = treeRows(seenTree(seen));
  const controls = seen.view.controls ?? [];
  assert.equal(rowOfControl(rows, controls[1]!), 2);
  assert.equal(rowOfControl(rows, controls[2]!), 3);
  assert.equal(rowOfControl(rows, control(9, 'Gone', 0)), null);
  assert.deepEqual(namesakes(controls, controls[1]!).map((it) => it.rect.x), [20]);
});

test('the line that the model saw of a control is that of its number', () => {
  const section = '… 2 windows\n12 Button "Other"\n1 Group "Bar"\n 2 Button "Save 1"';
  assert.equal(lineOfControl(section, control(2, 'Save', 0)), ' 2 Button "Save 1"');
  assert.equal(lineOfControl(section, control(1, 'Bar', 0)), '1 Group "Bar"');
  assert.equal(lineOfControl(section, control(null, 'Save', 0)), null);
});

test('a prompt has its parts, and one that is none has nothing', () => {
  const prompt = promptOf({ system: 's', sections: [{ name: 'a', provenance: 'screen', text: 't', cut: 3 }, 7], pictures: [{ caption: 'c', blob: { hash: 'h' } }], contract: { name: 'n', schema: {} } });
  assert.deepEqual(prompt.sections, [{ name: 'a', provenance: 'screen', text: 't', cut: 3 }]);
  assert.ok(isData(prompt.sections[0]!));
  for (const blob of [null, [], 'x', { sections: {} }]) assert.deepEqual(promptOf(blob).sections, []);
  assert.equal(readable('{"a":1}'), '{\n  "a": 1\n}');
  assert.equal(readable('no json'), 'no json');
});

test('tokens of a part are those of its step, shared among the calls', () => {
  const parts = partsByStep({ steps: [{ step: 4, parts: { system: 100 } }, { step: null, parts: {} }] });
  assert.deepEqual([tokensOf(parts.get(4) ?? null, 'system', 2), tokensOf(parts.get(4) ?? null, 'x', 2), tokensOf(null, 'x', 1)], [50, null, null]);
});

test('a judgement is there once, with checks and what was found', () => {
  const entry = { seq: 3, at: 0, event: 'judged', complete: 'no', reason: 'r', level: 'round', checks: [{ check: 'a', holds: 'no', found: 'f' }], sub_scores: [['a', 'no'], ['b', 'yes']] };
  const [judgement, ...others] = judgements([entry, entry, { seq: 4, at: 0, event: 'acted' }]);
  assert.deepEqual([judgement?.checks, others], [[{ check: 'a', holds: 'no', found: 'f' }, { check: 'b', holds: 'yes', found: '' }], []]);
});

test('a note is new where its text is', () => {
  assert.deepEqual([...changedKeys({ a: '1', b: '2' }, { a: '1', b: '3', c: '4' })], ['b', 'c']);
});

test('a report answers as the server does, and says what it lacks', async () => {
  const at = '/api/tasks/f/t';
  const entries = [{ seq: 0, at: 1, event: 'observed', view: { app: seen.view } }, { seq: 1, at: 2, event: 'stopped' }];
  const replies = { [at]: { steps: 1 }, [`${at}/entries`]: { entries }, [`${at}/steps`]: { steps: [step({ agent: 'x' })] }, [`${at}/state?at=1`]: { at: 1 } };
  const task = { folder: 'f', name: 't', replies: gzipSync(JSON.stringify(replies)).toString('base64') };
  const source = reportSource({ version: '1', tasks: [task], pictures: { h: 'QQ==' } }, task);
  assert.deepEqual(await source.task(), { steps: 1 });
  assert.deepEqual(await source.entries(1, 5), { entries: [entries[1]], next: 2, more: false });
  assert.deepEqual(await source.entries(0, 1), { entries: [entries[0]], next: 1, more: true });
  assert.equal((await source.step(0)).agent, 'x');
  assert.deepEqual((await source.tree(0, 0)).view, seen.view);
  assert.equal(source.picture('h'), 'data:image/png;base64,QQ==');
  assert.equal(source.picture('other'), '');
  for (const lacks of [source.step(1), source.tree(0, 1), source.state(7), source.audit()]) await assert.rejects(lacks);
});
