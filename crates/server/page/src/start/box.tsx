// The box that starts a task: a request, and the flags of `deskpilot run` behind a line that opens.
import { useId, useState } from 'preact/hooks';
import { api, ApiError, type Options } from '../api.ts';
import { go } from '../router.ts';
import { taskAddress } from '../routes.ts';
import { sentence, useLoaded } from '../store.ts';
import { t } from '../words.ts';
import { FIELDS, fieldOf, newTask, plain, type Field, type FieldName } from './fields.ts';

interface Wrong {
  field: FieldName | 'request' | null;
  says: string;
}

/** Starts a task, then shows its desktop. `open` shows the further fields from the beginning. */
export function StartBox({ open = false }: { open?: boolean }) {
  const [request, setRequest] = useState('');
  const [texts, setTexts] = useState<Partial<Record<FieldName, string>>>({});
  const [wrong, setWrong] = useState<Wrong | null>(null);
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState(open);
  const id = useId();
  const start = async () => {
    const steps = (texts.max_steps ?? '').trim();
    if (!request.trim()) return setWrong({ field: 'request', says: t('start_empty') });
    if (steps && !/^[1-9]\d*$/.test(steps)) return setWrong({ field: 'max_steps', says: t('start_steps_wrong') });
    setWrong(null);
    setBusy(true);
    try {
      go(taskAddress(await api.start(newTask(request, texts)), 'desktop'));
    } catch (error) {
      const field = error instanceof ApiError ? fieldOf(error.message, error.code) : null;
      if (field && field !== 'request') setShown(true);
      setWrong({ field, says: sentence(error) });
    } finally {
      setBusy(false);
    }
    return undefined;
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (!busy) void start();
  };
  const bad = wrong?.field === 'request';
  const general = wrong !== null && (bad || wrong.field === null);
  return (
    <form class="start card" onSubmit={submit} noValidate>
      <label class="start-label" for={`${id}-request`}>{t('start_request')}</label>
      <div class="start-row">
        <textarea
          id={`${id}-request`}
          rows={2}
          value={request}
          placeholder={t('start_example')}
          aria-invalid={bad}
          aria-describedby={`${id}-says`}
          onInput={(event) => setRequest(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
          }}
        />
        <button type="submit" class="is-main" aria-busy={busy}>{t('start')}</button>
      </div>
      <p id={`${id}-says`} class={general ? 'field-wrong' : 'field-says'} role={general ? 'alert' : undefined}>
        {general ? wrong?.says : t('start_hint')}
      </p>
      <details open={shown} onToggle={(event) => setShown(event.currentTarget.open)}>
        <summary>{t('start_more')}</summary>
        {shown && <Fields texts={texts} wrong={wrong} change={(name, text) => setTexts({ ...texts, [name]: text })} />}
      </details>
    </form>
  );
}

function Fields({ texts, wrong, change }: { texts: Partial<Record<FieldName, string>>; wrong: Wrong | null; change: (name: FieldName, text: string) => void }) {
  const [options] = useLoaded('options', api.options);
  return (
    <div class="start-fields">
      {FIELDS.map((field) => (
        <FieldBox
          key={field.name}
          field={field}
          options={options.is === 'here' ? options.value : null}
          text={texts[field.name] ?? ''}
          wrong={wrong?.field === field.name ? wrong.says : ''}
          change={(text) => change(field.name, text)}
        />
      ))}
    </div>
  );
}

function FieldBox({ field, options, text, wrong, change }: { field: Field; options: Options | null; text: string; wrong: string; change: (text: string) => void }) {
  const id = useId();
  const setting = options?.settings.find((it) => it.name === field.setting);
  const value = setting ? plain(setting.value) : '';
  const choices = choicesOf(field, options);
  const asSet = field.name === 'name' ? t('start_auto_name') : value ? t('start_default', { value }) : t('start_as_set');
  const about = choices.find((it) => it.word === text)?.says || setting?.says || '';
  const common = { id, 'aria-invalid': wrong !== '', 'aria-describedby': `${id}-says` };
  return (
    <div class="field">
      <label for={id}>{t(field.word)}</label>
      {choices.length > 0 ? (
        <select {...common} value={text} onChange={(event) => change(event.currentTarget.value)}>
          <option value="">{asSet}</option>
          {choices.map(({ word }) => (
            <option key={word} value={word}>{word}</option>
          ))}
        </select>
      ) : (
        <input {...common} value={text} placeholder={asSet} inputMode={field.name === 'max_steps' ? 'numeric' : undefined} autocomplete="off" onInput={(event) => change(event.currentTarget.value)} />
      )}
      <p id={`${id}-says`} class={wrong ? 'field-wrong' : 'field-says'} role={wrong ? 'alert' : undefined}>{wrong || about}</p>
    </div>
  );
}

function choicesOf(field: Field, options: Options | null): { word: string; says: string }[] {
  if (field.name === 'mode') return options?.modes ?? [];
  if (field.name === 'policy') return (options?.policies ?? []).map((it) => (typeof it === 'string' ? { word: it, says: '' } : it));
  return (field.words ?? []).map((word) => ({ word, says: '' }));
}
