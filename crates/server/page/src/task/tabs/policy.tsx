// What the policy ruled, what was done, and who said yes; whether the log is as it was written.
import { useState } from 'preact/hooks';
import type { Audit, AuditRow, Step } from '../../api.ts';
import { Notice } from '../../shell/notice.tsx';
import { t, type Word } from '../../words.ts';
import { useAsked, useReader, useViewed } from '../context.ts';
import { VirtualList } from '../virtual_list.tsx';
import { Fault } from './parts.tsx';

const ROW = 64;
const KINDS: readonly string[] = ['ruling', 'question', 'answer', 'confirmation', 'action', 'effect', 'pause', 'hand_back', 'origin'];

/** The audit of the task, by default the part of this step. */
export function PolicyTab({ step }: { step: Step }) {
  const reader = useReader();
  const [whole, setWhole] = useState(false);
  // A live log is audited again with each step, not with each entry.
  const { value, error } = useAsked(`${reader.count}`, (signal) => reader.source.audit(signal));
  if (error) return <Fault says={error} />;
  if (!value) return null;
  const rows = whole ? value.entries : value.entries.filter((it) => it.step === step.number.session);
  return (
    <div class="policy-tab">
      <Sound audit={value} />
      <div class="segments" role="group" aria-label={t('tab_policy')}>
        <button type="button" aria-pressed={!whole} onClick={() => setWhole(false)}>{t('this_step')}</button>
        <button type="button" aria-pressed={whole} onClick={() => setWhole(true)}>{t('whole_task')}</button>
      </div>
      {rows.length === 0 ? <p class="quiet">{t('no_rulings')}</p> : <Rows rows={rows} />}
    </div>
  );
}

function Rows({ rows }: { rows: AuditRow[] }) {
  const { cursor, reader } = useViewed();
  const [chosen, setChosen] = useState<number | null>(null);
  const choose = (row: number) => {
    setChosen(row);
    const step = rows[row]?.step;
    if (typeof step === 'number') cursor.goTo(step, reader.count);
  };
  return (
    <VirtualList
      kind="audit-list"
      count={rows.length}
      rowHeight={ROW}
      label={t('tab_policy')}
      chosen={chosen}
      choose={choose}
      render={(at) => {
        const row = rows[at];
        return row && (
          <div class={`audit-row is-${row.kind}`}>
            <span class="small quiet number">{row.seq} · {KINDS.includes(row.kind) ? t(`audit_${row.kind}` as Word) : row.kind} · {row.agent}</span>
            <span class="audit-what" dir="auto" title={row.what}>{row.what}</span>
          </div>
        );
      }}
    />
  );
}

function Sound({ audit }: { audit: Audit }) {
  const { chain, blobs, damage, origin } = audit;
  if (audit.sound) return <Notice tone="good">{t(chain.state === 'unchained' ? 'log_unchained' : 'log_sound', { n: Number(chain['entries'] ?? 0) })}</Notice>;
  const faults = [damage ? String(damage) : '', chain.state === 'broken' ? `${t('log_broken')} ${String(chain['fault'] ?? '')}` : '', blobs.missing.length > 0 ? t('blobs_missing', { n: blobs.missing.length }) : '', blobs.damaged.length > 0 ? t('blobs_damaged', { n: blobs.damaged.length }) : '', origin && origin !== 'own' ? t('log_foreign') : ''];
  return <Notice tone="problem">{faults.filter(Boolean).join(' · ') || t('log_unsound')}</Notice>;
}
