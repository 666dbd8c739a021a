// Small parts that several tabs are made of.
import type { ComponentChildren } from 'preact';
import { t } from '../../words.ts';

/** A heading and what belongs to it. */
export function Part({ title, beside, children }: { title: string; beside?: ComponentChildren; children: ComponentChildren }) {
  return (
    <section class="part">
      <h2>{title}{beside && <span class="small quiet"> {beside}</span>}</h2>
      {children}
    </section>
  );
}

/** Names and what they stand for; rows without a text are left out. */
export function Facts({ of }: { of: readonly (readonly [string, ComponentChildren])[] }) {
  const rows = of.filter(([, value]) => value !== '' && value !== null && value !== undefined && value !== false);
  if (rows.length === 0) return null;
  return (
    <dl class="facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Data that is shown on demand. */
export function Data({ title, of }: { title: string; of: unknown }) {
  return (
    <details class="data">
      <summary>{title}</summary>
      <pre tabIndex={0}>{typeof of === 'string' ? of : JSON.stringify(of, null, 2)}</pre>
    </details>
  );
}

/** A text that may be long: as it is, never as markup. */
export function Long({ text }: { text: string }) {
  return <p class="long" dir="auto">{text}</p>;
}

/** A picture of the log as a part of a text; a report may lack it. */
export function Shot({ address, says }: { address: string; says: string }) {
  return address ? <img src={address} alt={says} loading="lazy" /> : <p class="quiet small">{t('report_lacks')}</p>;
}

/** What a tab says while the step has not come. */
export const Coming = () => <p class="quiet small">{t('loading')}</p>;

/** Why something could not be shown. */
export const Fault = ({ says }: { says: string }) => (says ? <p class="fault small" role="alert">{says}</p> : null);
