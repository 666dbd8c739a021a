// Texts of the view of what works on this machine.
import type { Phrase } from '../words.ts';

export const worksWords = {
  works_title: { en: 'What works here', de: 'Was hier geht' },
  works_ready: { en: 'Everything that a task needs is here.', de: 'Alles ist da, was eine Aufgabe braucht.' },
  works_missing: { en: '{n} thing that every task needs is missing.|{n} things that every task needs are missing.', de: '{n} Sache fehlt, die jede Aufgabe braucht.|{n} Sachen fehlen, die jede Aufgabe braucht.' },
  works_deep: { en: 'Check thoroughly', de: 'Gründlich prüfen' },
  works_deep_says: { en: 'Asks the models, too; takes a few seconds and a little money.', de: 'Fragt auch die Modelle; dauert ein paar Sekunden und kostet ein wenig.' },
  works_checking: { en: 'Checking…', de: 'Prüft…' },
  works_yes: { en: 'works', de: 'geht' },
  works_no_required: { en: 'missing', de: 'fehlt' },
  works_no: { en: 'optional, missing', de: 'fehlt, ist freiwillig' },
  works_remedy: { en: 'To have it:', de: 'Um es zu haben:' },
  models_title: { en: 'Models', de: 'Modelle' },
  models_none: { en: 'The settings name no model. Set one: `deskpilot config set model.name PROVIDER/MODEL`.', de: 'Die Einstellungen nennen kein Modell. Setze eines: `deskpilot config set model.name ANBIETER/MODELL`.' },
  model_ended: { en: 'its provider ended it on {date}', de: 'sein Anbieter hat es am {date} beendet' },
  model_for_host: { en: 'plans (HostAgent)', de: 'plant (HostAgent)' },
  model_for_app: { en: 'acts in applications (AppAgent)', de: 'handelt in Anwendungen (AppAgent)' },
  model_for_judge: { en: 'judges results', de: 'beurteilt Ergebnisse' },
  model_for_operator: { en: 'operator', de: 'Operator' },
} satisfies Record<string, Phrase>;
