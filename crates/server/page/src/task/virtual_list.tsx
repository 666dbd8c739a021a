// A list of which only the rows in view exist, however many there are.
import { Component, type ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { rowWindow, sameRows, scrollHeight, scrollToRow } from './model/windowing.ts';

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
  const rowsAt = ({ top, height }: typeof view) => rowWindow(top, height, rowHeight, count, AROUND);
  const latest = useRef(rowsAt);
  latest.current = rowsAt;
  // A few pixels further the same rows are in view: nothing is drawn again then.
  const take = () => {
    const it = box.current;
    if (!it) return;
    const now = { top: it.scrollTop, height: it.clientHeight };
    setView((was) => (was.height === now.height && sameRows(latest.current(was), latest.current(now)) ? was : now));
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
  const { first, end, offset } = rowsAt(view);
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
        {rows.map((row) => (
          <Row
            key={row}
            id={`${id}-${row}`}
            row={row}
            top={offset + (row - first) * rowHeight}
            height={rowHeight}
            count={count}
            isChosen={row === chosen}
            choose={choose}
            render={render}
            branch={branch}
          />
        ))}
      </div>
    </div>
  );
}

/** What a row is drawn from. */
interface RowProps {
  id: string;
  row: number;
  top: number;
  height: number;
  count: number;
  isChosen: boolean;
  choose: VirtualListProps['choose'];
  render: VirtualListProps['render'];
  branch: VirtualListProps['branch'];
}

/** A row. It is drawn again only where something that it is drawn from is another one: rows that scroll by are not. */
class Row extends Component<RowProps> {
  override shouldComponentUpdate(next: RowProps): boolean {
    return (Object.keys(next) as (keyof RowProps)[]).some((it) => next[it] !== this.props[it]);
  }

  override render({ id, row, top, height, count, isChosen, choose, render, branch }: RowProps) {
    const place = branch?.(row);
    return (
      <div
        id={id}
        class="row"
        role={branch ? 'treeitem' : 'option'}
        aria-level={place?.level}
        aria-expanded={place?.open ?? undefined}
        style={{ top: `${top}px`, height: `${height}px` }}
        aria-selected={isChosen}
        aria-setsize={count}
        aria-posinset={row + 1}
        onClick={() => choose(row)}
      >
        {render(row)}
      </div>
    );
  }
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
