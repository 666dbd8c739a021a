// A task as the viewer reads it: in pieces, of which only those in use are kept, and followed while it runs.
import type { Entry, Observation, StateAt, Step, StepTree, TaskDetail, TaskRow, TaskSource } from '../api.ts';
import { sentence, Store } from '../store.ts';
import { Pages } from './model/pages.ts';
import { Recent } from './model/recent.ts';
import { beganAt, observationBefore, outcomeNow, outcomeOf, type Outcome } from './model/step_facts.ts';
import { Timeline } from './model/timeline.ts';

const STEPS_IN_PIECE = 50;
const ENTRIES_IN_PIECE = 100;
/** Steps have no controls and are small; entries have. */
const STEP_PIECES = 30;
const ENTRY_PIECES = 6;
const FRAMES = 400;
/** How many frames are asked for at once: browsers have six connections to a server, and what the person looks at comes first. */
const FRAMES_AT_ONCE = 2;
/** A step that did not look shows what one of so many steps saw, itself included. */
const FRAME_STEPS = 4;

/** The events after which more of a task than its last step is different. */
const TURNS = new Set(['round_started', 'round_ended', 'round_reopened', 'session_resumed', 'session_closed', 'stopped', 'paused', 'handed_back', 'asked', 'answered', 'confirmed']);

/** Reads one task. `changed` counts up whenever something that was shown is different or has come. */
export class TaskReader {
  readonly changed = new Store(0);
  readonly steps: Pages<Step>;
  readonly entries: Pages<Entry>;
  readonly timeline = new Timeline();
  readonly #frames: Pages<Observation | null>;
  readonly #trees = new Recent<StepTree>(3);
  readonly #states = new Recent<StateAt>(8);
  readonly #outcomes = new Map<number, Outcome>();
  readonly #tokens = new Recent<unknown>(1);
  readonly #closings = new Recent<Entry[]>(8);
  /** The kind of the last entry that came while it was followed. */
  last: Entry | null = null;
  /** Why something could not be loaded the last time; empty where it was. */
  fault = '';
  #asking = false;
  #again = false;

  constructor(
    readonly source: TaskSource,
    public detail: TaskDetail,
  ) {
    this.steps = new Pages((from, limit) => this.#loadSteps(from, limit), STEPS_IN_PIECE, STEP_PIECES);
    this.entries = new Pages(async (from, limit) => (await source.entries(from, limit)).entries, ENTRIES_IN_PIECE, ENTRY_PIECES);
    this.#frames = new Pages(async (from) => [await this.#loadFrame(from)], 1, FRAMES);
    this.#take(detail);
  }

  /** How many steps there are. */
  get count(): number {
    return this.detail.steps;
  }

  /** How a step turned out; what was loaded once is remembered, one word a step. */
  outcome(step: number): Outcome | undefined {
    return this.#outcomes.get(step);
  }

  /** Whether this is the step that is at work. */
  isNow(step: Step): boolean {
    return this.detail.live !== null && step.number.session === this.count - 1;
  }

  /** How a loaded step stands. */
  outcomeOf(step: Step): Outcome {
    return this.isNow(step) ? outcomeNow(step) : outcomeOf(step);
  }

  /** What the film shows of a step: its picture or that of a step just before it; `undefined` until it is loaded. */
  frame(step: number): Observation | null | undefined {
    for (let at = step; at > step - FRAME_STEPS && at >= 0; at -= 1) {
      const known = this.steps.peek(at);
      const seen = known && observationBefore(known);
      if (seen) return seen;
      if (!known) break;
    }
    return this.#frames.peek(step);
  }

  /** Loads these frames, each by itself: the film shows few of very many steps. */
  async needFrames(steps: readonly number[]): Promise<void> {
    const missing = steps.filter((step) => this.frame(step) === undefined);
    if (missing.length === 0) return;
    const left = missing.values();
    const load = async () => {
      for (const step of left) await this.#frames.row(step);
    };
    await this.#show(Promise.all(Array.from({ length: FRAMES_AT_ONCE }, load)).then(() => true));
  }

  /** Loads these steps. */
  async needSteps(first: number, end: number): Promise<void> {
    await this.#show(this.steps.ensure(first, Math.min(end, this.count)));
  }

  /** Loads these entries. */
  async needEntries(first: number, end: number): Promise<void> {
    await this.#show(this.entries.ensure(first, Math.min(end, this.detail.entries)));
  }

  /** The number of the last entry of a step. */
  async lastEntryOf(step: number): Promise<number> {
    if (step + 1 >= this.count) return Math.max(0, this.detail.entries - 1);
    const next = await this.steps.row(step + 1);
    return next ? next.entry - 1 : Math.max(0, this.detail.entries - 1);
  }

  /** The step to which an entry belongs, found by halving; 0 for what is before the first. */
  async stepOfEntry(entry: number): Promise<number> {
    let [low, high] = [0, Math.max(0, this.count - 1)];
    while (low < high) {
      const half = Math.ceil((low + high) / 2);
      const step = this.steps.peek(half) ?? (await this.source.steps(half, 1)).steps[0];
      if (step && step.entry <= entry) low = half;
      else high = half - 1;
    }
    return low;
  }

  /** What a step saw at one of its observations. */
  tree(step: number, entry: number): Promise<StepTree> {
    return this.#trees.of(String(entry), () => this.source.tree(step, entry));
  }

  /** The estimated tokens of prompts; asked for again when there are more steps. */
  tokens(): Promise<unknown> {
    return this.#tokens.of(String(this.count), () => this.source.tokens());
  }

  /** The folds after an entry. */
  state(at: number): Promise<StateAt> {
    return this.#states.of(String(at), () => this.source.state(at));
  }

  /** The entries between what a step did last and the next step: closing pictures are among them. */
  async closing(number: number, step: Step): Promise<Entry[]> {
    const from = (step.operations.findLast((it) => it.run)?.run?.entry ?? step.decisions.at(-1)?.entry ?? step.entry) + 1;
    const end = (await this.lastEntryOf(number)) + 1;
    return this.#closings.of(`${from}-${end}`, async () => (end > from ? (await this.source.entries(from, Math.min(end - from, 20))).entries : []));
  }

  /** Takes an entry that has just been written. */
  took(entry: Entry): void {
    this.last = entry;
    this.detail = { ...this.detail, entries: Math.max(this.detail.entries, entry.seq + 1) };
    this.entries.put(entry.seq, entry);
    this.timeline.resize(this.count, this.detail.task.started, entry.at);
    void this.refresh(TURNS.has(entry.event));
  }

  /** Takes the task as it is now. A stream begins with it: where it is known, nothing is asked for. */
  tookTask(task: TaskRow): void {
    if (JSON.stringify(task) === JSON.stringify(this.detail.task)) return;
    const over = task.process === null;
    this.detail = { ...this.detail, task, question: task.question, live: over ? null : this.detail.live };
    void this.refresh(true);
  }

  /** Nothing more comes. A task that was over when it was read is as it was. */
  ended(): void {
    if (this.detail.live !== null || this.last !== null) void this.refresh(true);
  }

  /** Asks for what is new: the last step and those after it, one request at a time. */
  async refresh(all: boolean): Promise<void> {
    if (this.#asking) {
      this.#again = true;
      return;
    }
    this.#asking = true;
    try {
      if (all) this.#take(await this.source.task());
      await this.#newSteps();
    } catch {
      // The stream tells of a server that is gone, and brings what comes after it is back.
    }
    this.#asking = false;
    this.#tell();
    if (this.#again) {
      this.#again = false;
      void this.refresh(true);
    }
  }

  /** Forgets everything: the log is another one now. */
  async reset(): Promise<void> {
    this.#outcomes.clear();
    this.steps.forgetFrom(0);
    this.entries.forgetFrom(0);
    this.#frames.forgetFrom(0);
    await this.refresh(true);
  }

  async #newSteps(): Promise<void> {
    const from = Math.max(0, this.count - 1);
    const { steps, next } = await this.source.steps(from, STEPS_IN_PIECE);
    if (next > this.count) this.#take({ ...this.detail, steps: next });
    for (const [at, step] of steps.entries()) {
      this.steps.put(from + at, step);
      this.#learn(from + at, step);
    }
  }

  async #loadSteps(from: number, limit: number): Promise<Step[]> {
    const { steps } = await this.source.steps(from, limit);
    for (const [at, step] of steps.entries()) this.#learn(from + at, step);
    return steps;
  }

  async #loadFrame(step: number): Promise<Observation | null> {
    const from = Math.max(0, step - FRAME_STEPS + 1);
    const steps = await this.#loadSteps(from, step - from + 1);
    return steps.map(observationBefore).findLast((it) => it !== null) ?? null;
  }

  #learn(number: number, step: Step): void {
    const at = beganAt(step);
    if (at !== null) this.timeline.learn(number, at);
    this.#outcomes.set(number, this.outcomeOf(step));
  }

  #take(detail: TaskDetail): void {
    this.detail = { ...detail, entries: Math.max(detail.entries, (this.last?.seq ?? -1) + 1) };
    this.timeline.resize(detail.steps, detail.task.started, detail.task.last);
  }

  /** Tells once something new is loaded, or why it is not. */
  async #show(loading: Promise<boolean>): Promise<void> {
    let isNew = true;
    try {
      isNew = await loading;
      this.fault = '';
    } catch (error) {
      this.fault = sentence(error);
    }
    if (isNew) this.#tell();
  }

  #tell(): void {
    this.changed.set(this.changed.get() + 1);
  }
}

