// What is known of a control, and why the step chose it, if it did.
import type { Step, ViewControl } from '../../api.ts';
import { t } from '../../words.ts';
import { useAsked, useReader } from '../context.ts';
import { nodeRect, type TreeRow } from '../model/accessibility_tree.ts';
import { controlOf } from '../model/seen_tree.ts';
import { promptOf } from '../model/prompt.ts';
import { aimedControls, knownBy, lineOfControl, namesakes, rowOfControl } from '../model/source_of_control.ts';
import { Facts, Part } from './parts.tsx';

/** The control of a row. */
export function WhyControl({ step, row, rows, controls }: { step: Step; row: TreeRow; rows: TreeRow[]; controls: ViewControl[] }) {
  const rect = nodeRect(row.node);
  const control = controls[controlOf(row.node.id)];
  const chosen = aimedControls(step).find((it) => rows[rowOfControl(rows, it) ?? -1] === row);
  const known = control ? knownBy(control.source) : null;
  return (
    <Part title={`${row.node.control_type} “${row.node.name}”`}>
      <Facts
        of={[
          [t('number'), control?.label ? String(control.label) : control ? t('no_number') : ''],
          [t('value'), row.node.value ?? ''],
          [t('states'), control?.states.join(', ') ?? ''],
          [t('place'), rect ? `${rect.x}, ${rect.y} · ${rect.width} × ${rect.height}` : ''],
          [t('known_by'), known ? `${t(`known_${known.word}`)}${known.detail ? ` · ${known.detail}` : ''}` : ''],
        ]}
      />
      {chosen && <Why step={step} aimed={chosen} controls={controls} />}
    </Part>
  );
}

function Why({ step, aimed, controls }: { step: Step; aimed: ReturnType<typeof aimedControls>[number]; controls: ViewControl[] }) {
  const reader = useReader();
  const hash = step.replies.at(-1)?.prompt?.hash ?? null;
  const prompt = useAsked(hash ?? '', async () => (hash ? promptOf(await reader.source.json(hash)) : null)).value;
  const line = prompt && lineOfControl(prompt.sections.find((it) => it.name === 'control_information')?.text ?? '', aimed);
  const others = namesakes(controls, aimed);
  const remarks = step.decisions.findLast((it) => it.remarks)?.remarks;
  const done = step.operations.find((it) => aimedControls({ ...step, operations: [it] }).length > 0);
  return (
    <div class="why">
      <h3>{t('why')}</h3>
      <Facts
        of={[
          [t('thought'), remarks?.thought ?? ''],
          [t('seen_as'), line ? <code>{line.trim()}</code> : ''],
          [t('done_with'), done?.says ?? ''],
          [t('namesakes'), others.length > 0 ? others.map((it) => `${it.role} “${it.name}” [${it.label}]`).join(', ') : t('no_namesakes')],
        ]}
      />
    </div>
  );
}
