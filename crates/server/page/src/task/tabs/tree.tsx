// The accessibility tree that the step saw, row by row; a row and its place in the picture choose each other.
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Step, StepTree, ViewControl } from '../../api.ts';
import { t } from '../../words.ts';
import { useAsked, useCursor, useReader, useViewed } from '../context.ts';
import { ancestors, matchingRows, openRows, treeRows, type TreeRow } from '../model/accessibility_tree.ts';
import { seenTree } from '../model/seen_tree.ts';
import { observationBefore } from '../model/step_facts.ts';
import { aimedControls, rowOfControl } from '../model/source_of_control.ts';
import { VirtualList } from '../virtual_list.tsx';
import { Fault } from './parts.tsx';
import { WhyControl } from './why.tsx';

const ROW = 26;

/** The tree of the observation that the picture shows. */
export function TreeTab({ step }: { step: Step }) {
  const reader = useReader();
  const { step: at } = useCursor();
  const entry = observationBefore(step)?.entry ?? null;
  const { value, error } = useAsked(`${at} ${entry}`, async () => (entry === null ? null : { entry, seen: await reader.tree(at, entry) }));
  if (entry === null) return <p class="quiet">{t('no_tree')}</p>;
  if (error) return <Fault says={error} />;
  return value && value.entry === entry ? <Tree step={step} seen={value.seen} /> : null;
}

function Tree({ step, seen }: { step: Step; seen: StepTree }) {
  const { cursor: store } = useViewed();
  const { node } = useCursor();
  const [sought, setSought] = useState('');
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => treeRows(seenTree(seen)), [seen]);
  const targets = useMemo(() => aimedControls(step).flatMap((it) => rowOfControl(rows, it) ?? []), [rows, step]);
  const places = sought.trim() ? matchingRows(rows, sought.trim()) : openRows(rows, closed);
  const chosen = node === null ? -1 : places.findIndex((it) => rows[it]?.node.id === node);
  useReveal(rows, node, closed, setClosed);
  const choose = (row: number) => {
    const picked = rows[places[row] ?? -1];
    if (picked) store.move({ node: picked.node.id });
  };
  const toggle = (id: string) => setClosed(new Set(closed.has(id) ? [...closed].filter((it) => it !== id) : [...closed, id]));
  const row = rows.find((it) => it.node.id === node);
  const turn = (open: boolean) => {
    if (row && row.descendants > 0 && closed.has(row.node.id) === open) toggle(row.node.id);
    else if (row && !open && row.parent >= 0) store.move({ node: rows[row.parent]?.node.id ?? null });
    return row !== undefined;
  };
  return (
    <div class="tree-tab">
      <div class="tree-tools">
        <input type="search" data-search="tree" aria-label={t('search_tree')} placeholder={t('search_tree')} value={sought} onInput={(event) => setSought(event.currentTarget.value)} />
        {targets.length > 0 && <button type="button" onClick={() => store.move({ node: rows[targets[0] ?? 0]?.node.id ?? null })}>{t('show_target')}</button>}
      </div>
      <p class="small quiet" role="status">{sought.trim() ? t('n_found', { n: places.length }) : t('n_nodes', { n: rows.length })}</p>
      <VirtualList
        kind="tree-list"
        count={places.length}
        rowHeight={ROW}
        label={t('tree')}
        chosen={chosen < 0 ? null : chosen}
        choose={choose}
        branch={(at) => branchOf(rows[places[at] ?? 0], closed)}
        press={(key) => (key === 'ArrowLeft' || key === 'ArrowRight') && turn(key === 'ArrowRight')}
        render={(at) => {
          const place = places[at] ?? 0;
          const it = rows[place];
          return it && <Node row={it} isClosed={closed.has(it.node.id)} isTarget={targets.includes(place)} toggle={sought.trim() ? null : toggle} />;
        }}
      />
      {row ? <WhyControl step={step} row={row} rows={rows} controls={(seen.view.controls ?? []) as ViewControl[]} /> : <p class="small quiet">{t('pick_node')}</p>}
    </div>
  );
}

function branchOf(row: TreeRow | undefined, closed: ReadonlySet<string>): { level: number; open: boolean | null } {
  return { level: (row?.level ?? 0) + 1, open: row && row.descendants > 0 ? !closed.has(row.node.id) : null };
}

/** A node that somebody picked in the picture is opened in the tree. */
function useReveal(rows: TreeRow[], node: string | null, closed: ReadonlySet<string>, setClosed: (it: ReadonlySet<string>) => void): void {
  useEffect(() => {
    const place = rows.findIndex((it) => it.node.id === node);
    const above = place < 0 ? [] : ancestors(rows, place);
    if (above.some((id) => closed.has(id))) setClosed(new Set([...closed].filter((id) => !above.includes(id))));
  }, [node, rows]);
}

function Node({ row, isClosed, isTarget, toggle }: { row: TreeRow; isClosed: boolean; isTarget: boolean; toggle: ((id: string) => void) | null }) {
  const { node, level, descendants } = row;
  return (
    <div class={`tree-node${isTarget ? ' is-target' : ''}`} style={{ paddingLeft: `${Math.min(level, 14) * 0.85}rem` }}>
      <span class="tree-mark" aria-hidden="true" onClick={(event) => toggle && descendants > 0 && (event.stopPropagation(), toggle(node.id))}>
        {descendants > 0 && toggle ? (isClosed ? '▸' : '▾') : ''}
      </span>
      <span class="tree-role">{node.control_type}</span>
      <span class="tree-name" dir="auto">{node.name}</span>
      {node.value !== null && node.value !== undefined && node.value !== '' && <span class="tree-value quiet" dir="auto">{node.value}</span>}
    </div>
  );
}
