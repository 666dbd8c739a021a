// Arrow keys in lists and walls: from one link to the next, as people expect of tiles and rows.

const STEPS: Readonly<Record<string, (columns: number, count: number) => number>> = {
  ArrowRight: () => 1,
  ArrowLeft: () => -1,
  ArrowDown: (columns) => columns,
  ArrowUp: (columns) => -columns,
  Home: (_, count) => -count,
  End: (_, count) => count,
};

/** Where an arrow leads in so many columns; `null` for other keys, and at the edges, where the page scrolls instead. */
export function neighbour(at: number, key: string, count: number, columns: number): number | null {
  const step = STEPS[key]?.(columns, count);
  if (step === undefined || at < 0) return null;
  const to = key === 'Home' ? 0 : key === 'End' ? count - 1 : at + step;
  return to === at || to < 0 || to >= count ? null : to;
}

/** Moves the focus among the elements that the selector finds in the list; for `onKeyDown` of the list. */
export function moveFocus(event: KeyboardEvent, selector: string): void {
  const list = event.currentTarget;
  if (!(list instanceof Element) || event.ctrlKey || event.altKey || event.metaKey) return;
  const items = [...list.querySelectorAll<HTMLElement>(selector)];
  const first = items[0]?.getBoundingClientRect().top;
  const columns = Math.max(1, items.findIndex((it) => Math.abs(it.getBoundingClientRect().top - (first ?? 0)) > 40));
  const to = neighbour(items.findIndex((it) => it === event.target), event.key, items.length, columns);
  if (to === null) return;
  event.preventDefault();
  items[to]?.focus();
}
