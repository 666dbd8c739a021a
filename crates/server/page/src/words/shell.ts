// Texts of the frame around every view, and of what every view says: states, errors, units.
import type { Phrase } from '../words.ts';

export const shellWords = {
  // places
  nav: { en: 'Views', de: 'Ansichten' },
  nav_wall: { en: 'Live', de: 'Live' },
  nav_questions: { en: 'Questions', de: 'Fragen' },
  nav_tasks: { en: 'Tasks', de: 'Aufgaben' },
  nav_batches: { en: 'Batches', de: 'Stapel' },
  nav_approvals: { en: 'Approvals', de: 'Freigaben' },
  nav_works: { en: 'What works', de: 'Was geht' },
  new_task: { en: 'New task', de: 'Neue Aufgabe' },
  skip: { en: 'Skip to the content', de: 'Zum Inhalt' },
  not_found: { en: 'There is nothing at this address.', de: 'Unter dieser Adresse gibt es nichts.' },
  to_wall: { en: 'Show what is going on', de: 'Zeigen, was gerade läuft' },

  // now
  now: { en: 'Now', de: 'Jetzt' },
  now_nothing: { en: 'Nothing is running', de: 'Es läuft nichts' },
  now_many: { en: '{n} task is running|{n} tasks are running', de: '{n} Aufgabe läuft|{n} Aufgaben laufen' },
  now_waiting: { en: '{n} waits for you|{n} wait for you', de: '{n} wartet auf dich|{n} warten auf dich' },
  stop: { en: 'Stop', de: 'Anhalten' },
  stop_all: { en: 'Stop all', de: 'Alle anhalten' },
  pause: { en: 'Pause', de: 'Pause' },
  hand_back: { en: 'Hand back', de: 'Zurückgeben' },
  resume: { en: 'Resume', de: 'Fortsetzen' },

  // states
  state_running: { en: 'working', de: 'arbeitet' },
  state_waiting: { en: 'waiting for you', de: 'wartet auf dich' },
  state_paused: { en: 'paused', de: 'pausiert' },
  state_stopped: { en: 'stopped', de: 'angehalten' },
  state_interrupted: { en: 'interrupted', de: 'unterbrochen' },
  state_finished: { en: 'done', de: 'fertig' },
  state_failed: { en: 'failed', de: 'gescheitert' },
  state_unreadable: { en: 'unreadable', de: 'unlesbar' },

  // settings
  settings: { en: 'Settings of this browser', de: 'Einstellungen dieses Browsers' },
  language: { en: 'Language', de: 'Sprache' },
  theme: { en: 'Colours', de: 'Farben' },
  theme_system: { en: 'As the system', de: 'Wie das System' },
  theme_light: { en: 'Light', de: 'Hell' },
  theme_dark: { en: 'Dark', de: 'Dunkel' },
  alerts: { en: 'Sound and notification', de: 'Ton und Benachrichtigung' },
  alerts_on: { en: 'on', de: 'an' },
  alerts_off: { en: 'off', de: 'aus' },
  alerts_denied: { en: 'The browser forbids notifications; the sound stays.', de: 'Der Browser verbietet Benachrichtigungen; der Ton bleibt.' },
  invite_title: { en: 'Another browser', de: 'Ein anderer Browser' },
  invite_says: { en: 'An address that lets one more browser of this machine in. It works once.', de: 'Eine Adresse, die noch einen Browser dieses Rechners einlässt. Sie gilt einmal.' },
  invite: { en: 'Make an address', de: 'Adresse erzeugen' },
  keys: { en: 'Keys', de: 'Tasten' },
  close: { en: 'Close', de: 'Schließen' },
  keys_none: { en: 'Keys work where no text is being written.', de: 'Tasten wirken, wo gerade kein Text geschrieben wird.' },
  key_help: { en: 'show the keys', de: 'die Tasten zeigen' },
  key_go: { en: 'go to {where}', de: 'zu {where}' },

  // connection and errors
  offline: { en: 'Deskpilot’s server does not answer. Is `deskpilot serve` still running?', de: 'Der Server von Deskpilot antwortet nicht. Läuft `deskpilot serve` noch?' },
  no_cookie: { en: 'This browser is not let in any more. Open the address that `deskpilot serve` prints.', de: 'Dieser Browser wird nicht mehr eingelassen. Öffne die Adresse, die `deskpilot serve` ausgibt.' },
  odd_reply: { en: 'The server replied {status} without a reason.', de: 'Der Server hat ohne Begründung mit {status} geantwortet.' },
  lost: { en: 'No connection to the server. Tasks go on; this page tries again.', de: 'Keine Verbindung zum Server. Aufgaben laufen weiter; diese Seite versucht es wieder.' },
  view_failed: { en: 'This view could not be shown: {says}', de: 'Diese Ansicht ließ sich nicht zeigen: {says}' },
  retry: { en: 'Try again', de: 'Noch einmal' },
  loading: { en: 'Loading…', de: 'Lädt…' },

  // amounts
  n_steps: { en: '{n} step|{n} steps', de: '{n} Schritt|{n} Schritte' },
  cancel: { en: 'Cancel', de: 'Abbrechen' },
} satisfies Record<string, Phrase>;
