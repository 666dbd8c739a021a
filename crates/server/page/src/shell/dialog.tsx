// A dialog of the browser's own: it keeps the focus inside, and Escape closes it.
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { t } from '../words.ts';

/** A dialog that is open while it is shown. */
export function Dialog({ title, close, children }: { title: string; close: () => void; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={heading} onClose={close} onClick={(event) => event.target === dialog.current && close()}>
      <div class="dialog-body">
        <header>
          <h2 id={heading}>{title}</h2>
          <button type="button" class="is-plain" onClick={close}>
            {t('close')}
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
