// The list of steps: who, what, how it turned out, how long it took and what it cost.
import type { Step } from '../api.ts';
import { duration as durationText, number, t } from '../words.ts';
import { useCursor, useReader, useViewed } from './context.ts';
import { actionText, agentParts, duration, retries, thoughtText } from './model/step_facts.ts';
import { price } from './price.ts';
import { OutcomeMark } from './outcome.tsx';
import type { TaskReader } from './reader.ts';
import { VirtualList } from './virtual_list.tsx';

const ROW = 92;

/** All steps. */
export function StepsList() {
  const reader = useReader();
  const { step } = useCursor();
  const { cursor } = useViewed();
  return (
    <VirtualList
      kind="steps-list"
      count={reader.count}
      rowHeight={ROW}
      label={t('steps')}
      chosen={reader.count > 0 ? step : null}
      choose={(row) => cursor.goTo(row, reader.count)}
      need={(first, end) => void reader.needSteps(first, end)}
      render={(row) => <StepRow number={row} step={reader.steps.peek(row)} reader={reader} />}
    />
  );
}

function StepRow({ number: at, step, reader }: { number: number; step: Step | undefined; reader: TaskReader }) {
  if (!step) return <div class="step-row is-coming"><span class="step-number number">{at + 1}</span></div>;
  const { kind, about } = agentParts(step.agent);
  const thought = thoughtText(step);
  return (
    <div class="step-row">
      <span class="step-number number">{number(at + 1)}</span>
      <div class="step-head small">
        <span class="step-agent" dir="auto" title={step.agent}>{about || kind}</span>
        <OutcomeMark of={reader.outcomeOf(step)} />
      </div>
      <div class="step-action" dir="auto">{actionText(step)}</div>
      <div class="step-thought small quiet" dir="auto">{thought}</div>
      <div class="step-foot small quiet number">{footOf(step)}</div>
    </div>
  );
}

function footOf(step: Step): string {
  const parts = [durationText(duration(step))];
  const tokens = step.cost.input_tokens + step.cost.output_tokens;
  if (tokens > 0) parts.push(t('n_tokens', { n: tokens }));
  if (step.cost.calls > 0) parts.push(price(step.cost));
  if (retries(step) > 0) parts.push(t('n_retries', { n: retries(step) }));
  if (step.operations.length > 1) parts.push(t('n_operations', { n: step.operations.length }));
  return parts.join(' · ');
}
