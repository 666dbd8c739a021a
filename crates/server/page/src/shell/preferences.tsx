// What this browser remembers of its person, as a dialog: language, colours, sound; and the keys.
import { useState } from 'preact/hooks';
import { alertsAllowed, askForAlerts } from '../alerts.ts';
import { api } from '../api.ts';
import { bindings } from '../keys.ts';
import { choose, settings, type Language, type Theme } from '../settings.ts';
import { useStore } from '../store.ts';
import { t } from '../words.ts';
import { Act } from './act.tsx';
import { Dialog } from './dialog.tsx';

/** Language, colours, sound. */
export function Preferences({ close }: { close: () => void }) {
  const { language, theme, alerts } = useStore(settings);
  const themes: [Theme, string][] = [['system', t('theme_system')], ['light', t('theme_light')], ['dark', t('theme_dark')]];
  const languages: [Language, string][] = [['en', 'English'], ['de', 'Deutsch']];
  return (
    <Dialog title={t('settings')} close={close}>
      <Choices name="language" label={t('language')} of={languages} chosen={language} choose={(it) => choose({ language: it })} />
      <Choices name="theme" label={t('theme')} of={themes} chosen={theme} choose={(it) => choose({ theme: it })} />
      <Choices
        name="alerts"
        label={t('alerts')}
        of={[['on', t('alerts_on')], ['off', t('alerts_off')]]}
        chosen={alerts ? 'on' : 'off'}
        choose={(it) => (it === 'on' ? void askForAlerts() : choose({ alerts: false }))}
      />
      {alerts && !alertsAllowed() && <p class="quiet">{t('alerts_denied')}</p>}
      <Invitation />
    </Dialog>
  );
}

/** An address that lets one more browser of this machine in. */
function Invitation() {
  const [address, setAddress] = useState('');
  return (
    <div class="field">
      <h3>{t('invite_title')}</h3>
      <p class="field-says">{t('invite_says')}</p>
      {address ? <input readOnly value={address} aria-label={t('invite_title')} onFocus={(event) => event.currentTarget.select()} /> : <Act run={async () => setAddress((await api.invite()).address)}>{t('invite')}</Act>}
    </div>
  );
}

/** One choice of a few, as buttons of a radio group. */
export function Choices<T extends string>({ name, label, of, chosen, choose: take }: {
  name: string;
  label: string;
  of: [T, string][];
  chosen: T;
  choose: (choice: T) => void;
}) {
  return (
    <fieldset class="choices">
      <legend>{label}</legend>
      {of.map(([value, says]) => (
        <label key={value}>
          <input type="radio" name={name} checked={value === chosen} onChange={() => take(value)} />
          <span>{says}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Every key that does something now. */
export function Keys({ close }: { close: () => void }) {
  const all = useStore(bindings);
  const shown = all.filter((it, at) => !all.slice(at + 1).some((later) => later.keys === it.keys));
  return (
    <Dialog title={t('keys')} close={close}>
      <dl class="keys">
        {shown.map((it) => (
          <div key={it.keys}>
            <dt>
              {it.keys.split(' ').map((key) => (
                <kbd key={key}>{key.length === 1 ? key.toUpperCase() : key}</kbd>
              ))}
            </dt>
            <dd>{it.says}</dd>
          </div>
        ))}
      </dl>
      <p class="quiet">{t('keys_none')}</p>
    </Dialog>
  );
}
