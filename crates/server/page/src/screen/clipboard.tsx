// The two clipboards, the person's and the desktop's, with a button for each way.
import { useEffect, useState } from 'preact/hooks';
import { t } from '../words.ts';
import { LONGEST_TEXT, type ScreenLink } from './link.ts';

/** Copies from the desktop and pastes into it. */
export function Clipboard({ link, copied }: { link: ScreenLink; copied: { text: string | null } | null }) {
  const [says, setSays] = useState('');
  const [taken, setTaken] = useState(false);
  useEffect(() => {
    if (!copied?.text) return;
    navigator.clipboard.writeText(copied.text).then(
      () => setTaken(true),
      () => setTaken(false),
    );
  }, [copied]);
  const paste = async () => {
    const text = await navigator.clipboard.readText().catch(() => null);
    if (text === null) return setSays(t('clipboard_forbidden'));
    if (text.length > LONGEST_TEXT) return setSays(t('too_long'));
    setSays('');
    return link.send({ paste: text });
  };
  return (
    <>
      <button type="button" onClick={() => link.send({ copy: {} })}>{t('copy_from')}</button>
      <button type="button" onClick={() => void paste()}>{t('paste_to')}</button>
      {says && <span class="act-says" role="alert">{says}</span>}
      {copied && (
        <p class="copied" role="status">
          {copied.text ? <>{t(taken ? 'clipboard_taken' : 'clipboard_is')} <q dir="auto">{copied.text.slice(0, 200)}</q></> : t('clipboard_none')}
        </p>
      )}
    </>
  );
}
