// A list of which only the rows in view exist, however many there are.
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { rowWindow, scrollHeight, scrollToRow } from './model/windowing.ts';

/** What a virtual list is made of. */
export interface VirtualListProps {
  count: number;
  /** In pixels, where the type has its usual size. */
  rowHeight: number;
  label: string;
  /** The chosen row; it is scrolled into view when it changes. */
  chosen: number | null;
  choose: (row: number) => void;
  render: (row: number) => ComponentChildren;
  /** Told which rows are in view. */
  need?: (first: number, end: number) => void;
  kind?: string;
  /** Where a row is in a tree, if the list is one: its level from 1, and whether it is open; `null` for a leaf. */
  branch?: (row: number) => { level: number; open: boolean | null };
  /** Takes keys before the list does; says whether it did something. */
  press?: (key: string) => boolean;
}

const AROUND = 6;

/** The list, as a list box or a tree: one stop of the keyboard, arrows inside it. */
export function VirtualList({ count, rowHeight: asDrawn, label, chosen, choose, render, need, kind = '', branch, press }: VirtualListProps) {
  const box = useRef<HTMLDivElement>(null);
  const rowHeight = asDrawn * rootScale();
  const [view, setView] = useState({ top: 0, height: 600 });
  const id = useRef(`list-${Math.random().toString(36).slice(2)}`).current;
  const take = () => {
    const it = box.current;
    if (it) setView((was) => (was.top === it.scrollTop && was.height === it.clientHeight ? was : { top: it.scrollTop, height: it.clientHeight }));
  };
  useLayoutEffect(() => {
    take();
    const watcher = new ResizeObserver(take);
    if (box.current) watcher.observe(box.current);
    return () => watcher.disconnect();
  }, []);
  useLayoutEffect(() => {
    const it = box.current;
    if (!it || chosen === null) return;
    it.scrollTop = scrollToRow(chosen, it.scrollTop, it.clientHeight, rowHeight, count);
    take();
  }, [chosen, count === 0, view.height]);
  const { first, end, offset } = rowWindow(view.top, view.height, rowHeight, count, AROUND);
  useEffect(() => need?.(first, end), [first, end, count]);
  const rows = Array.from({ length: end - first }, (_, at) => first + at);
  const move = (event: KeyboardEvent) => {
    if (press?.(event.key)) return event.preventDefault();
    const to = moved(event.key, chosen ?? -1, count, Math.max(1, Math.floor(view.height / rowHeight) - 1));
    if (to === null) return;
    event.preventDefault();
    choose(to);
  };
  return (
    <div
      ref={box}
      class={`rows ${kind}`}
      role={branch ? 'tree' : 'listbox'}
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={chosen !== null && chosen >= first && chosen < end ? `${id}-${chosen}` : undefined}
      onScroll={take}
      onKeyDown={move}
    >
      <div class="rows-all" role="presentation" style={{ height: `${scrollHeight(count, rowHeight)}px` }}>
        <div class="rows-shown" role="presentation" style={{ transform: `translateY(${offset}px)` }}>
          {rows.map((row) => (
            <div
              key={row}
              id={`${id}-${row}`}
              class="row"
              role={branch ? 'treeitem' : 'option'}
              aria-level={branch?.(row).level}
              aria-expanded={branch?.(row).open ?? undefined}
              style={{ height: `${rowHeight}px` }}
              aria-selected={row === chosen}
              aria-setsize={count}
              aria-posinset={row + 1}
              onClick={() => choose(row)}
            >
              {render(row)}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

/** How much larger the type is than usual: on large screens, and for those who set it so. */
export function rootScale(): number {
  return (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16) / 16;
}

/** Where a key of the list leads; `null` for other keys. */
function moved(key: string, from: number, count: number, page: number): number | null {
  const last = count - 1;
  const to: Record<string, number> = { ArrowDown: from + 1, ArrowUp: from - 1, PageDown: from + page, PageUp: from - page, Home: 0, End: last };
  const row = to[key];
  return row === undefined || count === 0 ? null : Math.max(0, Math.min(last, row));
}
