// The wall time of steps of which only some are loaded: between known steps it is interpolated.

/** When steps began, by their number. */
export class Timeline {
  #known: { step: number; at: number }[] = [];
  #count = 0;
  #start = 0;
  #end = 0;

  /** How many steps there are, when the task began, and when its last entry came. */
  resize(count: number, start: number, end: number): void {
    this.#count = count;
    this.#start = start;
    this.#end = Math.max(this.#end, end);
    this.#known = this.#known.filter((it) => it.step < count);
  }

  /** Takes the beginning of a step. */
  learn(step: number, at: number): void {
    const place = this.#after(step);
    if (this.#known[place - 1]?.step === step) this.#known[place - 1] = { step, at };
    else this.#known.splice(place, 0, { step, at });
    this.#end = Math.max(this.#end, at);
  }

  /** When the task began. */
  get start(): number {
    return this.#start;
  }

  /** When its last entry came, as far as is known. */
  get end(): number {
    return Math.max(this.#end, this.#start);
  }

  /** When a step began; for one that is not loaded, between its known neighbours in proportion. */
  at(step: number): number {
    const place = this.#after(step);
    const before = this.#known[place - 1] ?? { step: 0, at: this.#start };
    const after = this.#known[place] ?? { step: this.#count, at: this.#end };
    if (before.step === step || after.step <= before.step) return before.at;
    const share = (step - before.step) / (after.step - before.step);
    return before.at + (after.at - before.at) * share;
  }

  /** The last step that had begun at this time; 0 before the first. */
  stepAt(at: number): number {
    let [low, high] = [0, Math.max(0, this.#count - 1)];
    while (low < high) {
      const half = Math.ceil((low + high) / 2);
      if (this.at(half) <= at) low = half;
      else high = half - 1;
    }
    return low;
  }

  /** The place of the first known step after this one. */
  #after(step: number): number {
    let [low, high] = [0, this.#known.length];
    while (low < high) {
      const half = Math.floor((low + high) / 2);
      if ((this.#known[half]?.step ?? 0) <= step) low = half + 1;
      else high = half;
    }
    return low;
  }
}
