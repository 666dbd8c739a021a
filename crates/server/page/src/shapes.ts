// The shapes of docs/api.md: what the server sends and takes, letter for letter.

/** The folder's key and the name of a task: `F/T`. */
export interface TaskPlace {
  folder: string;
  name: string;
}

export interface Size {
  width: number;
  height: number;
}
export interface Point {
  x: number;
  y: number;
}
export type Rect = Point & Size;

/** A blob of a log. */
export interface Blob {
  hash: string;
  kind: string;
  bytes: number;
}

export interface About {
  version: string;
  viewer: string;
  port: number;
  features: { screen: boolean };
}

export interface Cost {
  dollars: number;
  unpriced: number;
  calls: number;
  input_tokens: number;
  cached_tokens: number;
  output_tokens: number;
}

/** A state in one word, as `?state=` takes it. */
export type StateWord = 'running' | 'waiting' | 'paused' | 'stopped' | 'interrupted' | 'finished' | 'failed' | 'unreadable';

export type VerdictShape = { finished: string } | { failed: string } | { errored: string };

export type TaskState =
  | { running: number }
  | { ended: VerdictShape }
  | { unreadable: string }
  | 'asking'
  | 'confirming'
  | 'paused'
  | 'stopped'
  | 'interrupted';

/** A task as lists have it. */
export interface TaskRow extends TaskPlace {
  log_dir: string;
  started: number;
  last: number;
  request: string;
  state: TaskState;
  word: StateWord;
  says: string;
  process: number | null;
  steps: number;
  cost: Cost;
  bytes: number | null;
  question: Question | null;
}

export interface TaskList {
  tasks: TaskRow[];
  left_out: number;
}

export interface RoundRow {
  round: number;
  request: string;
  entry: number;
  at: number;
  verdict: VerdictShape | null;
}

export interface TaskHeader {
  desktop: { name: string; size: Size };
  models: [string, string][];
  mode: string;
  format: number;
  version: string;
}

/** One task. */
export interface TaskDetail {
  task: TaskRow;
  header: TaskHeader | null;
  entries: number;
  steps: number;
  rounds: RoundRow[];
  question: Question | null;
  live: { phase: 'working' | 'idle' | null; process: number } | null;
}

// Questions

export interface WindowShape {
  title: string;
  application: string;
  rect: Rect;
}

/** What an action is aimed at. */
export type Aim = { control: { label: number; role: string; name: string; rect: Rect } } | { point: Point } | 'window';

/** An operation that does something to a window; other kinds have other keys. */
export interface ActShape {
  call?: { command: string; args: Record<string, unknown> };
  window?: WindowShape;
  aim?: Aim;
  verb?: unknown;
}
export type OperationShape = { act: ActShape } | Record<string, unknown>;

/** A risk that the policy found, and its sign, such as `the Button "Send"`. */
export interface Finding {
  risk: string;
  told_by?: string;
}

export interface ApprovalShape {
  deed?: OperationShape;
  reason: string;
  grounds?: { speaker?: unknown; findings?: Finding[]; rule?: unknown; beside?: { selected?: string[]; more?: number; says?: string[] } | null } | null;
  picture?: Blob | null;
}

export type ConsentWord = 'once' | 'session' | 'always' | 'stop';
export type Consent = ConsentWord | { no: string };

export interface Choice {
  consent: Consent;
  says: string;
}

export type Wants =
  | { answers: string[] }
  | { consent: { agent: unknown; waiting: ApprovalShape } }
  | { hand_back: HandBackCause };

/** Why a person has the desktop. */
export type HandBackCause = 'asked' | 'pointer' | 'keyboard' | { window_closed: string } | { taken_over: string };

export interface Question {
  id: number;
  wants: Wants;
  rows?: [string, string][];
  choices?: Choice[];
}

export type Reply = { answers: string[] } | { consent: Consent } | 'hand_back';

/** What an answer, a stop and the like return. */
export interface Steered {
  phase: string;
  next: number;
  question: Question | null;
}

// Entries and steps

/** A line of the log: `seq`, `at`, its kind, and the fields of that kind. */
export interface Entry {
  seq: number;
  at: number;
  event: string;
  [field: string]: unknown;
}

export interface EntryPage {
  entries: Entry[];
  next: number;
  more: boolean;
}

export interface Subtask {
  id: string;
  index: number;
  text: string;
  application: string;
  needs: string[];
  produces: string[];
  message: string[];
}

export interface Pictures {
  clean: Blob | null;
  annotated: Blob | null;
  concat: Blob | null;
  size: Size;
  origin: Point;
}

export interface Observation {
  entry: number;
  at: number;
  kind: 'app' | 'desktop';
  window: WindowShape | null;
  pictures: Pictures | null;
  controls: number;
}

export interface Remarks {
  observation: string;
  thought: string;
  plan: string[];
  comment: string;
  save_screenshot: unknown;
}

export interface DecisionRow {
  entry: number;
  at: number;
  by: 'model' | 'program' | 'session';
  decision: unknown;
  remarks: Remarks | null;
}

export type EffectWord = 'confirmed' | 'unverified' | 'no_change' | 'partial' | 'refused' | 'skipped' | 'interrupted';

export interface OperationRow {
  says: string;
  operation: OperationShape;
  effect: EffectWord | null;
  detail: string;
  outcome: { effect: unknown; output: unknown } | null;
  run: { id: number; entry: number; began: number; ended: number | null } | null;
  selected: Blob | null;
}

export interface ReplyRow {
  entry: number;
  prompt: Blob | null;
  text: string;
  ending: unknown;
  usage: { input_tokens: number; cached_tokens: number; output_tokens: number; cost: number | null } | null;
}

export interface Step {
  number: { session: number; round: number; agent: number };
  agent: string;
  entry: number;
  round: number;
  request: string;
  application: string;
  subtask: Subtask | null;
  observations: Observation[];
  decisions: DecisionRow[];
  operations: OperationRow[];
  carried: boolean;
  selected: Blob | null;
  approval: 'not_needed' | 'waiting' | 'given' | 'given_before' | 'withheld';
  error: { kind: 'recoverable' | 'fatal'; message: string } | null;
  cost: Cost;
  round_cost: Cost;
  session_cost: Cost;
  timings: { stage: string; millis: number }[];
  replies: ReplyRow[];
  verdict: VerdictShape | null;
  settled: boolean;
}

export interface StepPage {
  steps: Step[];
  next: number;
  more: boolean;
}

export interface TreeNode {
  id: string;
  name: string;
  control_type: string;
  rectangle: { left: number; top: number; right: number; bottom: number } | null;
  adjusted_rectangle?: unknown;
  relative_rectangle?: unknown;
  level: number;
  value: string | null;
  node?: unknown;
  children: TreeNode[];
}

export interface ViewControl {
  label: number;
  role: string;
  name: string;
  value: string | null;
  states: string[];
  rect: Rect;
  source: unknown;
}

export interface StepTree {
  entry: number;
  kind: 'app' | 'desktop';
  tree: TreeNode | null;
  view: { controls?: ViewControl[]; windows?: unknown[]; [field: string]: unknown };
}

export interface SubtaskRow {
  subtask: Partial<Subtask> & { text: string };
  application: string;
  state: 'running' | 'finished' | 'failed';
  comment: string;
  /** Why it failed. */
  failure?: string | null;
  missing: unknown[];
}

/** The folds after an entry. */
export interface StateAt {
  at: number;
  round: { number: number; request: string; verdict: VerdictShape | null; subtasks: SubtaskRow[]; planned?: Subtask[] } | null;
  blackboard: { notes: Record<string, unknown>; saved?: Record<string, { written: number; content: string }>; questions: unknown[]; requests: Record<string, string>; trajectories: unknown[]; screenshots: unknown[] };
  question: Question | null;
  cost: Partial<Cost>;
}

export interface AuditRow {
  seq: number;
  at: string;
  step: number | null;
  agent: string | null;
  kind: string;
  what: string;
}

export interface Audit {
  sound: boolean;
  damage: string | null;
  chain: { state: 'whole' | 'unchained' | 'broken'; [field: string]: unknown };
  origin: string | null;
  blobs: { checked: number; missing: string[]; damaged: string[] };
  entries: AuditRow[];
}

// Starting

export interface NewTask {
  request: string;
  name?: string | null;
  mode?: string | null;
  model?: string | null;
  base_url?: string | null;
  desktop?: string | null;
  home?: string | null;
  out?: string | null;
  max_steps?: number | null;
  policy?: string | null;
  evaluate?: string | null;
  grounding?: string | null;
}

export interface Options {
  modes: { word: string; says: string }[];
  policies: (string | { word: string; says: string })[];
  settings: { name: string; value: string; origin: string; says: string }[];
  log_dir: string;
  folder: string;
}

// What works, and what lasts

export interface Check {
  name: string;
  why: string;
  found: { yes: string } | { no: string };
  remedy: string | null;
  required: boolean;
}

/** Native commands: of one application, or of several where `application` is `null`. */
export interface ApplicationRow {
  name: string;
  about: string;
  application: string | null;
  commands: { name: string; says: string }[];
}

export interface ModelRow {
  name: string;
  for: string[];
  ended?: string | null;
  /** What a thousand tokens each way cost, in dollars. */
  thousand: number | null;
}

/** What the test of a model found. */
export interface ModelTest {
  name: string;
  found: { yes: string } | { no: string };
  seconds: number;
}

/** Where a yes was given; `folder` is `null` where the task's log is gone, `step` where it cannot be read. */
export interface Given {
  by: string;
  at: number;
  name: string;
  folder: string | null;
  entry: number;
  step: number | null;
}

export interface Approvals {
  rules: { file: string | null; rules: { name: string; says: string; rule: unknown; given: Given | null }[] };
  answers: { question: string; answer: string; given: Given | null }[];
}

export interface TrialRow {
  task: string;
  log: string;
  success: boolean;
  finished: boolean;
  verdict: string;
  steps: number;
  seconds: number;
  dollars: number;
  model_calls: number;
  checks: unknown[];
}

export interface BatchRow {
  folder: string;
  name: string;
  results: {
    batch: string;
    host_model: string;
    app_model: string;
    planned: number;
    totals: { done: number; succeeded: number; success_rate: number; steps: number; dollars: number; unpriced_calls: number; seconds: number };
    tasks: TrialRow[];
  };
}

// The dataflow

/** A state of a job. */
export type JobWord = 'queued' | 'running' | 'waiting' | 'succeeded' | 'failed' | 'cancelled' | 'dead';

/** How many jobs are in each state; those without any are left out. */
export type JobStates = Partial<Record<JobWord, number>>;

/** A folder of results. */
export interface DataflowRow {
  folder: string;
  path: string;
  records: { run: string; records: Record<string, number> }[];
  /** The runs of its queue, with their jobs by state. */
  runs: { run: string; states: JobStates }[];
  /** What of it cannot be read, and why. */
  fault: string | null;
}

export interface WorkerRow {
  name: string;
  health: 'working' | 'late' | 'idle';
  running: number;
  ended: number;
  succeeded: number;
  faults: number;
  last: number;
}

export interface JobRow {
  /** It and the task together are known once. */
  run: string;
  task: string;
  application: string;
  says: string;
  state: JobWord;
  why: string | null;
  attempts: number;
  faults: number;
  worker: string | null;
  started: number | null;
  ended: number | null;
  /** How long its worker worked; `null` without a result. */
  seconds: number | null;
  dollars: number | null;
}

/** What the jobs of a run say together. */
export interface RunOverview {
  run: string;
  tasks: number;
  ended: number;
  passed: number;
  dollars: number;
  remaining: number | null;
  applications: { name: string; count: number; succeeded: number }[];
  workers: WorkerRow[];
  costs: [number, number][];
}

/** One of them, with its jobs. */
export interface Dataflow extends DataflowRow {
  overviews: RunOverview[];
  jobs: JobRow[];
  left_out: number;
  failures: { stage: string; reason: string; tasks: string[] }[];
}

// The screen

/** What the page sends over the screen's socket. */
export type ScreenOrder =
  | { look: { width: number; per_second: number } }
  | { drawn: { frame: number } }
  | { take: Record<string, never> }
  | { give: Record<string, never> }
  | { move: Point }
  | { press: Point & { button: MouseButton } }
  | { release: Point & { button: MouseButton } }
  | { hold: HeldModifier[] }
  | { wheel: Point & { right: number; up: number } }
  | { keys: string }
  | { text: string }
  | { paste: string }
  | { copy: Record<string, never> };

export type MouseButton = 'left' | 'middle' | 'right';
export type HeldModifier = 'control' | 'alt' | 'shift' | 'super';
export type DropReason = 'not_paused' | 'not_held' | 'not_private' | 'busy' | 'wrong';
export interface Holder {
  by: string;
  mine: boolean;
}

/** What the server says over it, besides frames. */
export type ScreenNews =
  | { screen: Size }
  | { holder: Holder | null }
  | { dropped: { why: DropReason } }
  | { clipboard: string | null }
  | { over: Record<string, never> };
