// A long list of which only the pieces in use are kept.

/** Loads the rows from `from`, at most `limit`. */
export type LoadPiece<T> = (from: number, limit: number) => Promise<T[]>;

/** A list that is loaded in pieces of one size; the pieces that were used longest ago are forgotten. */
export class Pages<T> {
  readonly #load: LoadPiece<T>;
  readonly #size: number;
  readonly #most: number;
  readonly #kept = new Map<number, T[]>();
  readonly #coming = new Map<number, Promise<T[]>>();
  #generation = 0;

  constructor(load: LoadPiece<T>, size: number, most: number) {
    this.#load = load;
    this.#size = size;
    this.#most = most;
  }

  /** The row, if its piece is kept. */
  peek(row: number): T | undefined {
    return this.#kept.get(this.#piece(row))?.[row % this.#size];
  }

  /** The row, loaded if it has to be; `undefined` beyond the end. */
  async row(row: number): Promise<T | undefined> {
    return this.peek(row) ?? (await this.#rows(this.#piece(row)))[row % this.#size];
  }

  /** Loads what is missing of these rows; says whether anything was. */
  async ensure(first: number, end: number): Promise<boolean> {
    const missing: Promise<T[]>[] = [];
    for (let piece = this.#piece(first); piece * this.#size < end; piece += 1) {
      if (this.#isWhole(piece, end)) this.#touch(piece);
      else missing.push(this.#rows(piece));
    }
    await Promise.all(missing);
    return missing.length > 0;
  }

  /** Forgets the rows from this one on: they have changed. */
  forgetFrom(row: number): void {
    this.#generation += 1;
    const first = this.#piece(row);
    for (const piece of [...this.#kept.keys()]) if (piece >= first) this.#kept.delete(piece);
    for (const piece of [...this.#coming.keys()]) if (piece >= first) this.#coming.delete(piece);
  }

  /** Replaces a row of a kept piece, or adds the row after its last one. */
  put(row: number, value: T): void {
    const rows = this.#kept.get(this.#piece(row));
    const at = row % this.#size;
    if (rows && at <= rows.length) rows[at] = value;
    else if (!rows && at === 0) this.#keep(this.#piece(row), [value]);
  }

  /** The kept rows with their numbers, in order. */
  *kept(): Generator<[number, T]> {
    for (const piece of [...this.#kept.keys()].sort((left, right) => left - right)) {
      const rows = this.#kept.get(piece) ?? [];
      for (const [at, value] of rows.entries()) yield [piece * this.#size + at, value];
    }
  }

  #piece(row: number): number {
    return Math.floor(row / this.#size);
  }

  /** Whether the piece is kept with every row before `end`: it grows where the list does. */
  #isWhole(piece: number, end: number): boolean {
    const rows = this.#kept.get(piece);
    return rows !== undefined && rows.length >= Math.min(this.#size, end - piece * this.#size);
  }

  #rows(piece: number): Promise<T[]> {
    const coming = this.#coming.get(piece);
    if (coming) return coming;
    const generation = this.#generation;
    const loading = this.#load(piece * this.#size, this.#size)
      .then((rows) => {
        // What was asked before the rows changed is shown once and not kept.
        if (generation === this.#generation) this.#keep(piece, rows);
        return rows;
      })
      .finally(() => {
        if (this.#coming.get(piece) === loading) this.#coming.delete(piece);
      });
    this.#coming.set(piece, loading);
    return loading;
  }

  #keep(piece: number, rows: T[]): void {
    this.#kept.set(piece, rows);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#most) break;
      this.#kept.delete(oldest);
    }
  }

  #touch(piece: number): void {
    const rows = this.#kept.get(piece);
    if (!rows) return;
    this.#kept.delete(piece);
    this.#kept.set(piece, rows);
  }
}
