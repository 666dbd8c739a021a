// What the step thought and did, what came of it and by what evidence, how long it took and what it cost.
import type { OperationRow, Step } from '../../api.ts';
import { duration as durationText, number, t, type Word } from '../../words.ts';
import { useReader } from '../context.ts';
import { isObject } from '../model/geometry.ts';
import { decisionText, duration, isAtWork, retries, type Outcome } from '../model/step_facts.ts';
import { aimedControls } from '../model/source_of_control.ts';
import { price, promptTokens } from '../price.ts';
import { OutcomeMark } from '../outcome.tsx';
import { Data, Facts, Long, Part } from './parts.tsx';

/** Everything about what a step did. */
export function ActionTab({ step }: { step: Step }) {
  const reader = useReader();
  const remarks = step.decisions.findLast((it) => it.remarks)?.remarks;
  return (
    <>
      {step.error && <p class="fault" role="note" dir="auto">{step.error.message}</p>}
      {step.approval !== 'not_needed' && <p class={`approval is-${step.approval} small`}>{t(`approval_${step.approval}`)}</p>}
      <Facts
        of={[
          [t('agent'), step.agent],
          [t('subtask'), step.subtask?.text ?? ''],
          [t('observation'), remarks?.observation ?? ''],
          [t('thought'), remarks?.thought ?? ''],
          [t('comment'), remarks?.comment ?? ''],
          [t('decision'), decisionsOf(step)],
        ]}
      />
      {(remarks?.plan?.length ?? 0) > 0 && (
        <Part title={t('plan')}>
          <ol class="plan">{remarks?.plan.map((it, at) => <li key={at} dir="auto">{it}</li>)}</ol>
        </Part>
      )}
      <Part title={t('operations')}>
        {step.operations.length === 0 && <p class="quiet small">{t(reader.isNow(step) ? 'no_operations_yet' : 'no_operations')}</p>}
        <ol class="operations">{step.operations.map((it, at) => <Operation key={at} of={it} effect={reader.isNow(step) && isAtWork(it) ? 'working' : it.effect} />)}</ol>
      </Part>
      <Stages step={step} />
      <CostOf step={step} />
    </>
  );
}

function decisionsOf(step: Step): string {
  const made = step.decisions.map((it) => `${decisionText(it.decision)} (${t(`by_${it.by}`)})`);
  return [...made, ...(step.carried ? [t('carried')] : [])].join(', ');
}

function Operation({ of, effect }: { of: OperationRow; effect: Outcome | null }) {
  const target = isObject(of.operation) ? aimedControls({ operations: [of] } as unknown as Step)[0] : undefined;
  const output = of.outcome?.output;
  return (
    <li class="operation">
      <div class="operation-head">
        <span class="operation-says" dir="auto">{of.says}</span>
        {effect && <OutcomeMark of={effect} />}
      </div>
      {effect !== 'working' && <p class="small" dir="auto">{of.detail}</p>}
      <Facts
        of={[
          [t('target'), target ? `${target.role} “${target.name}”${target.label === null ? '' : ` [${target.label}]`}` : ''],
          [t('place'), target?.rect ? `${target.rect.x}, ${target.rect.y} · ${target.rect.width} × ${target.rect.height}` : ''],
          [t('took'), of.run && of.run.ended !== null ? durationText(of.run.ended - of.run.began) : ''],
          [t('output'), typeof output === 'string' && output !== '' ? <Long text={output} /> : ''],
        ]}
      />
      <Data title={t('evidence')} of={of.outcome?.effect ?? null} />
      <Data title={t('call')} of={of.operation} />
    </li>
  );
}

/** A bar for each stage: where the time of the step went. */
function Stages({ step }: { step: Step }) {
  const stages = step.timings.filter((it) => it.millis >= 0.5);
  const most = Math.max(1, ...stages.map((it) => it.millis));
  if (stages.length === 0) return null;
  return (
    <Part title={t('stages')} beside={durationText(duration(step))}>
      <table class="stages small">
        <tbody>
          {stages.map(({ stage, millis }) => (
            <tr key={stage}>
              <th scope="row">{t(`stage_${stage}` as Word)}</th>
              <td class="number">{millis < 1000 ? `${number(millis)} ms` : durationText(millis)}</td>
              <td class="stage-bar" aria-hidden="true"><span style={{ width: `${(millis / most) * 100}%` }} /></td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  );
}

function CostOf({ step: { cost, ...step } }: { step: Step }) {
  if (cost.calls === 0) return null;
  return (
    <Part title={t('cost')}>
      <Facts
        of={[
          [t('calls'), number(cost.calls)],
          [t('tokens_in'), promptTokens(cost)],
          [t('tokens_out'), number(cost.output_tokens)],
          [t('dollars'), price(cost)],
          [t('retries'), retries({ cost, ...step }) > 0 ? number(retries({ cost, ...step })) : ''],
        ]}
      />
    </Part>
  );
}
