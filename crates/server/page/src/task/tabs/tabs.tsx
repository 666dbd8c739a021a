// The tabs beside the picture.
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { Step } from '../../api.ts';
import { t } from '../../words.ts';
import { useCursor, useReader, useViewed } from '../context.ts';
import { TABS, type Tab } from '../cursor.ts';
import { ActionTab } from './action.tsx';
import { BlackboardTab } from './blackboard.tsx';
import { EntriesTab } from './entries.tsx';
import { EvaluationTab } from './evaluation.tsx';
import { Coming } from './parts.tsx';
import { PolicyTab } from './policy.tsx';
import { PromptTab } from './prompt.tsx';
import { SubtasksTab } from './subtasks.tsx';
import { TreeTab } from './tree.tsx';

/** What each tab shows of the step that the viewer is at. */
const SHOWS: Record<Tab, (step: Step, at: number) => JSX.Element> = {
  action: (step) => <ActionTab step={step} />,
  tree: (step) => <TreeTab step={step} />,
  prompt: (step, at) => <PromptTab key={at} step={step} />,
  subtasks: (step, at) => <SubtasksTab step={step} at={at} />,
  blackboard: (_, at) => <BlackboardTab at={at} />,
  policy: (step) => <PolicyTab step={step} />,
  evaluation: () => <EvaluationTab />,
  entries: (step) => <EntriesTab first={step.entry} />,
};

/** The tabs and what the chosen one shows. */
export function Tabs() {
  const reader = useReader();
  const { cursor } = useViewed();
  const { tab, step: at } = useCursor();
  const list = useRef<HTMLDivElement>(null);
  const step = reader.steps.peek(at);
  const choose = (to: Tab) => {
    cursor.move({ tab: to });
    list.current?.querySelector<HTMLElement>(`#tab-${to}`)?.focus();
  };
  const keys = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const to = by && TABS[(TABS.indexOf(tab) + by + TABS.length) % TABS.length];
    if (!to) return;
    event.preventDefault();
    choose(to);
  };
  return (
    <section class="tabs" aria-label={t('details')}>
      <div ref={list} class="tab-list" role="tablist" aria-label={t('details')} onKeyDown={keys}>
        {TABS.map((it) => (
          <button key={it} id={`tab-${it}`} type="button" role="tab" aria-selected={it === tab} aria-controls="tab-shown" tabIndex={it === tab ? 0 : -1} onClick={() => cursor.move({ tab: it })}>{t(`tab_${it}`)}</button>
        ))}
      </div>
      <div id="tab-shown" class={`tab-shown is-${tab}`} role="tabpanel" aria-labelledby={`tab-${tab}`} tabIndex={0}>
        {step ? SHOWS[tab](step, at) : <Coming />}
      </div>
    </section>
  );
}
