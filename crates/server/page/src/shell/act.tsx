// A button whose press asks the server for something: it cannot be pressed twice, and shows why it was refused.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { sentence } from '../store.ts';

/** A button for a request. `refused` gets the sentence of an error; without it the button shows it itself. */
export function Act({ run, kind = '', label, children, refused, disabled = false }: {
  run: () => Promise<unknown>;
  kind?: string;
  label?: string;
  children: ComponentChildren;
  refused?: (says: string) => void;
  disabled?: boolean;
}) {
  const [busy, setBusy] = useState(false);
  const [says, setSays] = useState('');
  const press = () => {
    if (busy) return;
    setBusy(true);
    setSays('');
    run()
      .catch((error: unknown) => (refused ?? setSays)(sentence(error)))
      .finally(() => setBusy(false));
  };
  return (
    <span class="act">
      <button type="button" class={kind} aria-label={label} aria-busy={busy} disabled={disabled} onClick={press}>
        {children}
      </button>
      {says && (
        <span class="act-says" role="alert">
          {says}
        </span>
      )}
    </span>
  );
}
