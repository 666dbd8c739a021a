// Sample tasks in the shapes of docs/api.md, for looking at the page without a session.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const FOLDER = '3f2a9c0d11e4b7a6';
const HOUR = 3_600_000;

/** Blobs by hash: pictures from files, prompts from objects. */
export const blobs = new Map();
const keep = (kind, bytes) => {
  const hash = createHash('sha256').update(bytes).digest('hex');
  blobs.set(hash, { kind, bytes });
  return { hash, kind, bytes: bytes.length };
};
const picture = (name) => keep('png', readFileSync(new URL(`pictures/${name}.png`, import.meta.url)));
const json = (value) => keep('json', Buffer.from(JSON.stringify(value)));
export const pictures = { calc: picture('calc'), mail: picture('mail'), target: picture('mail-target'), sheet: picture('sheet') };

const cost = (calls, dollars) => ({ dollars, unpriced: 0, calls, input_tokens: calls * 9000, cached_tokens: calls * 6500, output_tokens: calls * 130 });

const WINDOWS = {
  calc: { title: 'Calculator', application: 'galculator', rect: { x: 420, y: 140, width: 360, height: 480 } },
  mail: { title: 'Write: Report for October', application: 'thunderbird', rect: { x: 180, y: 80, width: 920, height: 620 } },
  sheet: { title: 'October.ods', application: 'libreoffice-calc', rect: { x: 0, y: 0, width: 1280, height: 800 } },
};
const CONTROLS = {
  calc: ['C', '(', ')', '÷', '7', '8', '9', '×', '4', '5', '6', '−', '1', '2', '3', '+', '0', '.', '%', '='].map((name, at) => ({
    label: at + 1, role: 'Button', name, value: null, states: ['enabled', 'focusable'], source: 'accessibility',
    rect: { x: 434 + (at % 4) * 85, y: 294 + Math.floor(at / 4) * 62, width: 77, height: 54 },
  })),
  mail: ['Send', 'Spelling', 'Attach', 'Save'].map((name, at) => ({
    label: at + 1, role: 'Button', name, value: null, states: ['enabled'], source: 'accessibility', rect: { x: 194 + at * 90, y: 134, width: 76, height: 34 },
  })),
  sheet: [{ label: 1, role: 'Cell', name: 'C3', value: '1020', states: ['selected'], source: 'accessibility', rect: { x: 402, y: 178, width: 170, height: 31 } }],
};

/** One click as the log has it. */
function act(scene, control, says) {
  const { label, role, name, rect } = control;
  return { says, operation: { act: { call: { command: 'click_input', args: { button: 'left', double: false } }, window: WINDOWS[scene], aim: { control: { label, role, name, rect } }, verb: 'press' } } };
}

function sampleStep(task, n, scene, control, effect) {
  const at = task.started + n * 7000;
  const entry = 1 + n * 8;
  const host = n === 0;
  const seen = { entry: entry + 1, at: at + 300, kind: host ? 'desktop' : 'app', window: host ? null : WINDOWS[scene], controls: host ? 0 : CONTROLS[scene].length,
    pictures: { clean: pictures[scene], annotated: null, concat: null, size: { width: 1280, height: 800 }, origin: { x: 0, y: 0 } } };
  const done = act(scene, control, `click the ${control.role.toLowerCase()} "${control.name}"`);
  const detail = { confirmed: `value "" became "${control.name}"`, no_change: 'nothing changed within 2 s', refused: 'the policy refuses it: it deletes something' }[effect] ?? '';
  return {
    number: { session: n, round: n, agent: host ? 0 : n - 1 }, agent: host ? 'HostAgent' : `AppAgent/${WINDOWS[scene].application}/${WINDOWS[scene].title}`,
    entry, round: 0, request: task.request, application: host ? '' : WINDOWS[scene].application,
    subtask: host ? null : { id: 'a', index: 0, text: task.request, application: WINDOWS[scene].application, needs: [], produces: ['result'], message: ['Read the display afterwards.'] },
    observations: host ? [seen] : [seen, { ...seen, entry: entry + 6, at: at + 4200 }],
    decisions: [{ entry: entry + 4, at: at + 2600, by: 'model', decision: host ? { assign: { window: 1 } } : { act: { actions: [done.operation.act] } },
      remarks: { observation: `The window shows ${CONTROLS[scene].length} controls.`, thought: `Next is "${control.name}".`, plan: ['press =', 'read the result'], comment: `I press "${control.name}".`, save_screenshot: null } }],
    operations: host ? [] : [{ ...done, effect, detail, outcome: { effect: { [effect]: {} }, output: null }, run: { id: n, entry: entry + 5, began: at + 2700, ended: at + 3400 }, selected: null }],
    carried: false, selected: null, approval: 'not_needed', error: effect === 'refused' ? { kind: 'recoverable', message: detail } : null,
    cost: cost(1, 0.0131), round_cost: cost(n + 1, 0.0131 * (n + 1)), session_cost: cost(n + 1, 0.0131 * (n + 1)),
    timings: [{ stage: 'capture', millis: 120 }, { stage: 'get_control_info', millis: 84 }, { stage: 'get_prompt_message', millis: 6 }, { stage: 'get_response', millis: 2100 + ((n * 137) % 900) }, { stage: 'action_execution', millis: 640 }],
    replies: [{ entry: entry + 3, prompt: json({ system: 'You are the AppAgent of Deskpilot.', sections: { request: task.request, step: String(n), window: WINDOWS[scene].title }, pictures: [] }),
      text: JSON.stringify({ Observation: '…', Thought: `Next is "${control.name}".`, ControlLabel: String(control.label), ControlText: control.name, Function: 'click_input', Args: { button: 'left' }, Status: 'CONTINUE' }, null, 2),
      ending: 'complete', usage: { input_tokens: 9000, cached_tokens: n === 0 ? 0 : 6500, output_tokens: 130, cost: 0.0131 } }],
    verdict: null, settled: true,
  };
}

/** The steps of a task. */
export function stepsOf(task) {
  const scene = task.scene;
  const effects = ['confirmed', 'confirmed', 'unverified', 'confirmed', 'no_change', 'confirmed', 'confirmed', 'partial', 'confirmed', 'refused'];
  return Array.from({ length: task.steps }, (_, n) => {
    const controls = CONTROLS[scene];
    return sampleStep(task, n, scene, controls[(n * 5 + 10) % controls.length], effects[n % effects.length]);
  });
}

/** The entries of a task: eight for each step. */
export function entriesOf(task) {
  const entries = [{ seq: 0, at: task.started, event: 'session_opened', format: 4, version: '0.1.0' }];
  for (const step of stepsOf(task)) {
    const at = task.started + step.number.session * 7000;
    const kinds = [
      ['step_started', { agent: step.agent }], ['observed', { pictures: step.observations[0].pictures }], ['prompted', { prompt: step.replies[0].prompt }],
      ['replied', { text: step.replies[0].text, usage: step.replies[0].usage }], ['decided', { decision: step.decisions[0].decision }],
      ['acting', { operation: step.operations[0]?.operation ?? null }], ['acted', { effect: step.operations[0]?.effect ?? null }], ['step_ended', { timings: step.timings }],
    ];
    for (const [event, fields] of kinds) entries.push({ seq: entries.length, at: at + entries.length * 10, event, ...fields });
  }
  return entries;
}

/** What a step saw. */
export function treeOf(task, step) {
  const scene = task.scene;
  const corners = ({ x, y, width, height }) => ({ left: x, top: y, right: x + width, bottom: y + height });
  const node = (id, name, type, rect, level, children, value = null) => ({ id, name, control_type: type, rectangle: corners(rect), adjusted_rectangle: corners(rect), relative_rectangle: null, level, value, node: null, children });
  const window = WINDOWS[scene];
  const leaves = CONTROLS[scene].map((it, at) => node(`node_${at + 2}`, it.name, it.role, it.rect, 2, [], it.value));
  const tree = node('node_0', window.title, 'Window', window.rect, 0, [node('node_1', 'keys', 'Pane', window.rect, 1, leaves)]);
  return { entry: step.observations.at(-1).entry, kind: 'app', tree, view: { window, controls: CONTROLS[scene] } };
}

/** The folds after an entry. */
export function stateAt(task, at) {
  const over = task.process === null;
  const subtask = (id, index, text, state, needs) => ({ subtask: { id, index, text, needs, produces: [`result ${id}`], application: WINDOWS[task.scene].application, message: [] }, application: WINDOWS[task.scene].application, state, comment: '', missing: [] });
  return {
    at, round: { number: 0, request: task.request, verdict: over ? task.state.ended ?? null : null,
      subtasks: [subtask('a', 0, 'Compute 6 × 7', at > 40 ? 'finished' : 'running', []), subtask('b', 1, 'Write the result down', over ? 'finished' : 'running', ['result a'])] },
    blackboard: { notes: at > 40 ? { result: '42' } : {}, questions: [], requests: { request_0: task.request }, trajectories: [], screenshots: [] },
    question: task.question, cost: cost(Math.ceil(at / 8), 0.0131 * Math.ceil(at / 8)),
  };
}

/** The audit of a log. */
export function auditOf(task) {
  const entries = stepsOf(task).map((it) => ({ seq: it.entry + 4, at: new Date(task.started + it.number.session * 7000).toISOString(), step: it.number.session, agent: it.agent, kind: 'ruling', what: `allowed: ${it.operations[0]?.says ?? 'assign a subtask'}` }));
  return { sound: true, damage: null, chain: { state: 'whole', head: 'ab12', entries: task.steps * 8 + 1, unchained: 0, since: null }, origin: task.process ? null : 'own', blobs: { checked: 12, missing: [], damaged: [] }, entries };
}

/** Where the tokens went. */
export function tokensOf(task) {
  const part = (n) => ({ system: 1200, contract: 640, sections: { request: 40, window: 5200, controls: 1800 }, captions: 20, pictures: 100, repeated: n === 0 ? 0 : 6500 });
  return { steps: stepsOf(task).map((it) => ({ step: it.number.session, agent: it.agent, ...part(it.number.session) })), rounds: [], total: part(1) };
}

const row = (name, hoursAgo, request, scene, steps, rest) => {
  const started = Date.now() - hoursAgo * HOUR;
  return { folder: FOLDER, log_dir: '/home/ann/.local/share/deskpilot/logs', name, started, last: started + steps * 7000, request, scene, steps, process: null, cost: cost(steps, 0.0131 * steps), bytes: 180_000 * (steps + 1), question: null, ...rest };
};

/** How a task is over. */
export const ended = (word, text) => ({ state: { ended: { [word]: text } }, word: word === 'finished' ? 'finished' : 'failed', says: `${word}: ${text}` });

/** An approval that is asked for. */
export const consent = {
  id: 17,
  wants: { consent: { agent: 'AppAgent/thunderbird/Write', waiting: {
    deed: act('mail', CONTROLS.mail[0], '').operation, reason: 'it sends something that cannot be called back',
    grounds: { speaker: { preset: 'ask' }, findings: [{ risk: 'sends', told_by: 'the Button "Send"' }], rule: { command: 'click_input', control: 'Send' }, beside: { selected: ['October.ods'], more: 0, says: ['To: ann@example.org, board@example.org', 'Subject: Report for October'] } },
    picture: pictures.target } } },
  rows: [['what', 'click the button "Send"'], ['where', 'thunderbird, in the window "Write: Report for October"'], ['selected', '"October.ods"'], ['says', 'To: ann@example.org, board@example.org'], ['says', 'Subject: Report for October'], ['why', 'it sends something that cannot be called back'], ['who', 'AppAgent/thunderbird/Write']],
  choices: [{ consent: 'once', says: 'yes, this once' }, { consent: { no: '' }, says: 'no; add a reason for the agent if you like' }, { consent: 'session', says: 'yes, and to the same action for the rest of this session' }, { consent: 'always', says: 'yes, always, by this rule: allow click_input on "Send" in thunderbird' }, { consent: 'stop', says: 'stop the task; it asks again when it is resumed' }],
};

/** The sample tasks, the newest last. */
export function sampleTasks() {
  return [
    row('2026-11-18-09-10-00-aaaa', 75, 'Rename all pictures of the holiday by date', 'sheet', 31, ended('finished', '214 pictures have new names')),
    row('2026-11-19-10-00-00-bbbb', 49, 'Pay the invoice of the printer’s shop', 'mail', 9, ended('failed', 'the page of the bank asks for a code that only you have')),
    row('2026-11-20-11-30-00-cccc', 26, 'Sort the table of October by change', 'sheet', 6, { state: 'stopped', word: 'stopped', says: 'stopped; resume it to go on' }),
    row('2026-11-20-12-00-00-dddd', 25, '<img src=x onerror=alert(1)> \u202Etxt.exe\u202C \u001b[31mred <script>alert("no")</script>', 'calc', 3, ended('failed', '<b>bold</b>')),
    row('2026-11-20-18-00-00-eeee', 20, 'Note the numbers of the week', 'sheet', 12, { state: 'interrupted', word: 'interrupted', says: 'its process ended in the middle' }),
    row('2026-11-21-08-00-00-ffff', 5, 'Write down what the calculator shows', 'calc', 0, { state: { unreadable: 'line 7 is damaged' }, word: 'unreadable', says: 'unreadable: line 7 is damaged' }),
    row('2026-11-21-12-00-00-gggg', 1.2, 'Make a table of the regions with their sums', 'sheet', 14, ended('finished', 'The table is in October.ods')),
    row('2026-11-21-13-00-00-hhhh', 0.4, 'Print the invitation twice', 'mail', 5, { state: 'asking', word: 'waiting', says: 'waits for an answer', process: 4803, question: { id: 9, wants: { answers: ['Which printer should I take: the left one or the one in the hall?', 'In colour?'] } } }),
    row('2026-11-21-13-10-00-iiii', 0.3, 'Fill in the form of the town hall', 'sheet', 8, { state: 'paused', word: 'paused', says: 'paused: a person has the desktop', process: 4805, question: { id: 31, wants: { hand_back: 'asked' } } }),
    row('2026-11-21-13-20-00-jjjj', 0.2, 'Send the report for October to Ann and the board', 'mail', 7, { state: 'confirming', word: 'waiting', says: 'waits for approval', process: 4807, question: consent }),
    row('2026-11-21-13-30-00-kkkk', 0.05, 'Open the calculator, compute 6 × 7 and write the result into a note', 'calc', 11, { state: { running: 4711 }, word: 'running', says: 'running in process 4711', process: 4711 }),
  ];
}

/** What else the server knows. */
export const others = {
  options: {
    modes: [{ word: 'normal', says: 'plans, assigns and carries out by itself' }, { word: 'operator', says: 'one computer-use model does everything' }],
    policies: ['read-only', 'ask', 'bounded', 'unrestricted'],
    settings: [
      { name: 'model.host', value: 'openai/gpt-6.1-terra', origin: 'file', says: 'the model of the HostAgent' },
      { name: 'run.max_steps', value: '50', origin: 'default', says: 'the most steps of a round' },
      { name: 'policy.preset', value: 'ask', origin: 'default', says: 'what is decided where no rule matches' },
      { name: 'desktop.kind', value: 'private', origin: 'default', says: 'which desktop a task works on' },
    ],
    log_dir: '/home/ann/.local/share/deskpilot/logs', folder: FOLDER,
  },
  doctor: { checks: [
    { name: 'model', why: 'decides what to do', found: { yes: 'openai/gpt-6.1-terra answers in 0.8 s' }, remedy: null, required: true },
    { name: 'private desktop', why: 'lets tasks work beside you', found: { yes: 'Xvfb 21.1.7' }, remedy: null, required: true },
    { name: 'accessibility', why: 'tells the names of controls', found: { yes: 'at-spi2 2.46' }, remedy: null, required: true },
    { name: 'keyring', why: 'keeps keys and secrets', found: { no: 'no secret service on this session bus' }, remedy: 'apt install gnome-keyring', required: false },
    { name: 'text recognition', why: 'reads what has no accessible text', found: { no: 'the weights are not there' }, remedy: 'pip install deskpilot-weights', required: false },
  ] },
  applications: { applications: [
    { name: 'calc', about: 'spreadsheets', application: 'LibreOffice Calc', commands: [{ name: 'set_cells', says: 'Sets the values of cells.' }, { name: 'sort', says: 'Sorts rows.' }] },
    { name: 'files', about: 'files and folders', application: null, commands: [{ name: 'copy', says: 'Copies a file or a folder.' }] },
  ] },
  models: { models: [{ name: 'openai/gpt-6.1-terra', for: ['host', 'app'], ended: null, thousand: 0.0123 }, { name: 'anthropic/claude-haiku', for: ['judge'], ended: '2026-10-01', thousand: null }] },
  approvals: {
    rules: { file: '/home/ann/.config/deskpilot/policy.toml', rules: [
      { name: 'yes 1', says: 'allow click_input on "Send" in thunderbird', rule: {}, given: given('2026-11-21-12-00-00-gggg', 3) },
      { name: 'yes 2', says: 'allow write_file in /home/ann/notes', rule: {}, given: null },
    ] },
    answers: [{ question: 'Which printer?', answer: 'the left one', given: { ...given('2026-10-01-09-00-00-zzzz', null), folder: null } }],
  },
  dataflows: { dataflows: [dataflow()] },
  batches: { batches: [
    { folder: FOLDER, name: 'batch-2026-11-20-a', results: batch('batch-2026-11-20-a', 20, 20, 17) },
    { folder: FOLDER, name: 'batch-2026-11-21-b', results: batch('batch-2026-11-21-b', 40, 12, 11) },
  ] },
};

function batch(name, planned, done, succeeded) {
  const why = ['no: the file is not there', 'error: the model did not answer', 'no: the file is not there'];
  const tasks = Array.from({ length: done }, (_, n) => ({
    task: ['notes-gedit', 'save-as-mousepad', 'table-calc', 'order-firefox', 'files-rename'][n % 5], log: `${name}-${n}`, success: n < succeeded, finished: n < succeeded,
    verdict: n < succeeded ? 'finished: done' : why[n % 3], steps: 6 + ((n * 7) % 11), seconds: 31 + ((n * 13) % 60), dollars: 0.05 + (n % 4) * 0.02, decisions: 7, model_calls: 7, input_tokens: 61000, cached_tokens: 40000, output_tokens: 900, unpriced_calls: 0, checks: [],
  }));
  const sum = (field) => tasks.reduce((total, it) => total + it[field], 0);
  return { batch: name, host_model: 'openai/gpt-6.1-terra', app_model: 'openai/gpt-6.1-terra', planned, tasks, totals: { done, succeeded, success_rate: succeeded / done, steps: sum('steps'), seconds: sum('seconds'), dollars: sum('dollars'), unpriced_calls: 0 } };
}

function given(name, step) {
  return { by: 'browser 2 of page 1234', at: Date.now() - 3.6e6, name, folder: FOLDER, entry: 17, step };
}

/** A run of the dataflow with its jobs. */
export function dataflow() {
  const applications = ['word', 'excel', 'powerpoint'];
  const run = 'dataflow--home-ann-results-0123456789abcdef';
  const states = ['succeeded', 'succeeded', 'failed', 'succeeded', 'dead', 'queued'];
  const began = Date.now() - 3.6e6;
  const jobs = Array.from({ length: 36 }, (_, n) => {
    const state = n < 2 ? 'running' : states[n % states.length];
    const ended = ['succeeded', 'failed', 'dead'].includes(state) ? began + n * 60_000 + 31_000 : null;
    const worker = state === 'queued' ? null : `worker-48${10 + (n % 2)}`;
    return { run, task: `task-${n}`, application: applications[n % 3], says: 'Make the first line bold', state, why: state === 'dead' ? '3 faults, the last of which was: the desktop did not start' : null, attempts: state === 'queued' ? 0 : 1, faults: state === 'dead' ? 3 : 0, worker, started: worker && began + n * 60_000, ended, seconds: ended && state !== 'dead' ? 31 : null, dollars: ended && state !== 'dead' ? 0.03 + (n % 4) * 0.01 : null };
  });
  const count = (chosen) => chosen.reduce((all, it) => ({ ...all, [it.state]: (all[it.state] ?? 0) + 1 }), {});
  const ended = jobs.filter((it) => it.ended !== null);
  const passed = (some) => some.filter((it) => it.state === 'succeeded').length;
  let sum = 0;
  return {
    folder: FOLDER, path: '/home/ann/results', records: [{ run: 'dataflow', records: { execution_pass: passed(jobs), execution_fail: 6, instantiation_fail: 5 } }], runs: [{ run, states: count(jobs) }], fault: null,
    overviews: [{
      run, tasks: jobs.length, ended: ended.length, passed: passed(ended), dollars: 0.72, remaining: 124_000,
      applications: applications.map((name) => ({ name, count: ended.filter((it) => it.application === name).length, succeeded: passed(ended.filter((it) => it.application === name)) })),
      workers: [0, 1].map((n) => ({ name: `worker-48${10 + n}`, health: n ? 'late' : 'working', running: 1, ended: 14, succeeded: 8, faults: 3 * n, last: Date.now() - 60_000 })),
      costs: ended.map((it) => [it.ended, (sum += it.dollars ?? 0)]),
    }],
    jobs, left_out: 0,
    failures: [{ stage: 'execute', reason: 'step 3 (press it): no control "Bold"', tasks: ['task-8', 'task-14'] }, { stage: 'execute_eval', reason: 'no: the line is not bold', tasks: ['task-20'] }],
  };
}
