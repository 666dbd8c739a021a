// Texts of the live wall.
import type { Phrase } from '../words.ts';

export const wallWords = {
  wall_title: { en: 'What is going on', de: 'Was gerade läuft' },
  wall_running: { en: 'Running', de: 'Laufend' },
  wall_recent: { en: 'Last ended', de: 'Zuletzt beendet' },
  wall_all: { en: 'All tasks', de: 'Alle Aufgaben' },
  wall_quiet: { en: 'Nothing is running. Say above what is to be done, or start a task in a terminal: it appears here.', de: 'Es läuft nichts. Sag oben, was zu tun ist, oder starte eine Aufgabe im Terminal: sie erscheint hier.' },
  wall_empty_title: { en: 'No task yet', de: 'Noch keine Aufgabe' },
  wall_empty: { en: 'Say above what is to be done. Deskpilot works on a desktop of its own, shows it here, and asks before it does something risky.', de: 'Sag oben, was zu tun ist. Deskpilot arbeitet auf einem eigenen Desktop, zeigt ihn hier, und fragt, bevor es etwas Riskantes tut.' },
  wall_empty_works: { en: 'See first what works on this machine', de: 'Erst sehen, was auf diesem Rechner geht' },
  answer: { en: 'Answer', de: 'Antworten' },
  ago: { en: '{time} ago', de: 'vor {time}' },
  since: { en: 'for {time}', de: 'seit {time}' },
} satisfies Record<string, Phrase>;
