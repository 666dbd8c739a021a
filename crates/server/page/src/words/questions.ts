// Texts of questions, approvals and what tells of them.
import type { Phrase } from '../words.ts';

export const questionWords = {
  alert_asks: { en: 'Deskpilot waits for you', de: 'Deskpilot wartet auf dich' },
  alert_done: { en: 'Deskpilot is done', de: 'Deskpilot ist fertig' },
  alert_failed: { en: 'Deskpilot could not do it', de: 'Deskpilot hat es nicht geschafft' },
} satisfies Record<string, Phrase>;
