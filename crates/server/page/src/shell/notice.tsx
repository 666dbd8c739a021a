// Sentences that are in place of content: errors, what is missing, what is awaited.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Loaded } from '../store.ts';
import { t } from '../words.ts';

/** A calm sentence about something that is not as wished; `problem` is read out at once. */
export function Notice({ tone = 'quiet', children }: { tone?: 'quiet' | 'problem' | 'good'; children: ComponentChildren }) {
  return (
    <div class={`notice is-${tone}`} role={tone === 'problem' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}

/** A heading and what to do, where a list has nothing. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** What was asked for, or a sentence instead. Waiting shows only after a moment, so that nothing flickers. */
export function Shown<T>({ of: [loaded, reload], children }: { of: [Loaded<T>, () => void]; children: (value: T) => ComponentChildren }) {
  if (loaded.is === 'here') return <>{children(loaded.value)}</>;
  if (loaded.is === 'loading') return <Waiting />;
  return (
    <Notice tone="problem">
      <p>{loaded.says}</p>
      <button type="button" onClick={reload}>
        {t('retry')}
      </button>
    </Notice>
  );
}

function Waiting() {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 300);
    return () => clearTimeout(timer);
  }, []);
  return slow ? (
    <p class="quiet" role="status">
      {t('loading')}
    </p>
  ) : null;
}
