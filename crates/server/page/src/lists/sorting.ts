// The order of a table as a word in the address: a column, with `-` before it for the highest first. Pure.

/** A column's order. */
export interface Order<C extends string> {
  column: C;
  highestFirst: boolean;
}

/** The order that the word names; the first column's, highest first, for any other word. */
export function orderOf<C extends string>(word: string | null, columns: readonly [C, ...C[]]): Order<C> {
  const column = columns.find((it) => it === word?.replace(/^-/, ''));
  return column ? { column, highestFirst: word?.startsWith('-') ?? false } : { column: columns[0], highestFirst: true };
}

/** The word for the next order when a column's head is pressed: highest first, then lowest first. */
export function nextOrder<C extends string>(order: Order<C>, column: C): string {
  return order.column === column && order.highestFirst ? column : `-${column}`;
}

/** The rows in order; rows without a value are last either way. */
export function sorted<T>(rows: readonly T[], value: (row: T) => number | string | null, highestFirst: boolean): T[] {
  return [...rows].sort((a, b) => {
    const [x, y] = [value(a), value(b)];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    const up = typeof x === 'string' || typeof y === 'string' ? String(x).localeCompare(String(y)) : x - y;
    return highestFirst ? -up : up;
  });
}
