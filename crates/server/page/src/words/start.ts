// Texts of the box that starts a task.
import type { Phrase } from '../words.ts';

export const startWords = {
  start_title: { en: 'New task', de: 'Neue Aufgabe' },
  start_request: { en: 'What is to be done?', de: 'Was ist zu tun?' },
  start_example: { en: 'Open the calculator, compute 6 × 7 and write the result into a note', de: 'Öffne den Rechner, rechne 6 × 7 und schreib das Ergebnis in eine Notiz' },
  start: { en: 'Start', de: 'Starten' },
  start_more: { en: 'Model, policy, budget, folder', de: 'Modell, Regeln, Budget, Ordner' },
  start_hint: { en: 'Ctrl+Enter starts it.', de: 'Strg+Enter startet sie.' },
  start_model: { en: 'Model', de: 'Modell' },
  start_base_url: { en: 'Address of the model’s server', de: 'Adresse des Modell-Servers' },
  start_policy: { en: 'Policy', de: 'Regeln' },
  start_max_steps: { en: 'Most steps', de: 'Höchstens Schritte' },
  start_out: { en: 'Folder for results', de: 'Ordner für Ergebnisse' },
  start_home: { en: 'Home folder of the applications', de: 'Home-Ordner der Anwendungen' },
  start_desktop: { en: 'Desktop', de: 'Desktop' },
  start_mode: { en: 'Mode', de: 'Modus' },
  start_name: { en: 'Name of the task', de: 'Name der Aufgabe' },
  start_evaluate: { en: 'Judge the result', de: 'Ergebnis beurteilen' },
  start_grounding: { en: 'Read texts in pictures', de: 'Texte in Bildern lesen' },
  start_default: { en: 'as set: {value}', de: 'wie eingestellt: {value}' },
  start_as_set: { en: 'as set', de: 'wie eingestellt' },
  start_auto_name: { en: 'from the time', de: 'aus der Uhrzeit' },
  start_empty: { en: 'Say what is to be done.', de: 'Sag, was zu tun ist.' },
  start_steps_wrong: { en: 'A whole number from 1 on.', de: 'Eine ganze Zahl ab 1.' },
} satisfies Record<string, Phrase>;
