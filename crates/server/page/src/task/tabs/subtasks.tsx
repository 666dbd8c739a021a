// The subtasks of the round as a graph: what gives something stands left of what needs it.
import type { Step } from '../../api.ts';
import { t, type Word } from '../../words.ts';
import { useStateAfter } from '../state_after.ts';
import { layout, type GraphLayout } from '../model/graph.ts';
import { subtaskNodes, type SubtaskNode } from '../model/subtask_nodes.ts';
import { rootScale } from '../virtual_list.tsx';
import { Facts, Fault, Part } from './parts.tsx';

const NODE = { width: 190, height: 84 };
const GAP = { x: 56, y: 16 };

/** The graph as it was after the step. */
export function SubtasksTab({ step, at }: { step: Step; at: number }) {
  const { value, error } = useStateAfter(at);
  if (error) return <Fault says={error} />;
  if (!value) return null;
  const nodes = subtaskNodes(value.round?.subtasks ?? [], value.round?.planned ?? []);
  if (nodes.length === 0) return <p class="quiet">{t('no_subtasks')}</p>;
  return (
    <>
      <Graph nodes={nodes} of={layout(nodes)} current={step.subtask?.id ?? null} />
      {nodes.map((it) => (
        <Part key={it.id} title={it.title} beside={t(`subtask_${it.state}` as Word)}>
          <Facts
            of={[
              [t('application'), it.application],
              [t('needs'), it.needs.join(', ')],
              [t('produces'), it.produces.join(', ')],
              [t('missing'), it.missing.join(', ')],
              [t('comment'), it.comment],
            ]}
          />
        </Part>
      ))}
    </>
  );
}

function Graph({ nodes, of, current }: { nodes: SubtaskNode[]; of: GraphLayout; current: string | null }) {
  const scale = rootScale();
  const [width, height] = [NODE.width * scale, NODE.height * scale];
  const place = (id: string) => {
    const node = of.nodes.find((it) => it.id === id);
    return { x: (node?.layer ?? 0) * (width + GAP.x) + 1, y: (node?.place ?? 0) * (height + GAP.y) + 1 };
  };
  const size = { width: of.layers * (width + GAP.x) - GAP.x + 2, height: of.widest * (height + GAP.y) - GAP.y + 2 };
  return (
    <div class="graph" tabIndex={0} role="group" aria-label={t('tab_subtasks')}>
      <div class="graph-all" style={{ width: `${size.width}px`, height: `${size.height}px` }}>
        <svg width={size.width} height={size.height} aria-hidden="true">
          {of.edges.map(({ from, to, what }) => {
            const [start, end] = [place(from), place(to)];
            const [x1, y1, x2, y2] = [start.x + width, start.y + height / 2, end.x, end.y + height / 2];
            const bend = (x2 - x1) / 2;
            return <path key={`${from} ${to} ${what}`} d={`M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2 - 2} ${y2}`}><title>{what}</title></path>;
          })}
        </svg>
        {nodes.map((it) => (
          <div key={it.id} class={`graph-node is-${it.state}${it.id === current ? ' is-current' : ''}`} style={{ transform: `translate(${place(it.id).x}px, ${place(it.id).y}px)`, width: `${width}px`, height: `${height}px` }} title={it.title}>
            <span class="small graph-state">{t(`subtask_${it.state}` as Word)}{it.application && ` · ${it.application}`}</span>
            <span class="graph-text small" dir="auto">{it.title}</span>
          </div>
        ))}
      </div>
    </div>
  );
}
