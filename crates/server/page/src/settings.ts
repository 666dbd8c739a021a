// What this browser remembers of its person: language, colours, sound.
import { Store } from './store.ts';

export type Language = 'en' | 'de';
export type Theme = 'system' | 'light' | 'dark';

/** The person's choices. */
export interface Settings {
  language: Language;
  theme: Theme;
  /** Whether a sound and a notification tell of questions. */
  alerts: boolean;
}

const KEY = 'deskpilot';

/** The person's choices, as this browser remembers them. */
export const settings = new Store<Settings>(remembered());

/** Changes some of the choices, and remembers them. */
export function choose(changes: Partial<Settings>): void {
  settings.set({ ...settings.get(), ...changes });
  try {
    localStorage.setItem(KEY, JSON.stringify(settings.get()));
  } catch {
    // A browser that forbids storage forgets the choice with the page.
  }
}

/** Puts language and colours on the document, now and at each change. */
export function applySettings(): void {
  const apply = () => {
    const { language, theme } = settings.get();
    document.documentElement.lang = language;
    if (theme === 'system') document.documentElement.removeAttribute('data-theme');
    else document.documentElement.setAttribute('data-theme', theme);
  };
  apply();
  settings.follow(apply);
}

function remembered(): Settings {
  const found = stored();
  const german = globalThis.navigator?.language?.toLowerCase().startsWith('de') ?? false;
  return {
    language: found['language'] === 'de' || found['language'] === 'en' ? found['language'] : german ? 'de' : 'en',
    theme: found['theme'] === 'light' || found['theme'] === 'dark' ? found['theme'] : 'system',
    alerts: found['alerts'] === true,
  };
}

function stored(): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof found === 'object' && found !== null ? { ...found } : {};
  } catch {
    return {};
  }
}
