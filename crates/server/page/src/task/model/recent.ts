// Replies that are asked for again soon: a few are kept, the ones used last.

/** Keeps the last few replies by their keys. One that failed is asked for again. */
export class Recent<T> {
  readonly #most: number;
  readonly #kept = new Map<string, Promise<T>>();

  constructor(most: number) {
    this.#most = most;
  }

  /** The reply for a key, asked for if it is not kept. */
  of(key: string, ask: () => Promise<T>): Promise<T> {
    const kept = this.#kept.get(key);
    const reply = kept ?? ask();
    this.#kept.delete(key);
    this.#kept.set(key, reply);
    if (!kept) reply.catch(() => this.#kept.delete(key));
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#most) break;
      this.#kept.delete(oldest);
    }
    return reply;
  }
}
