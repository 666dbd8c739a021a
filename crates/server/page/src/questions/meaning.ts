// What the words of an approval mean: names of rows and risks, replies with their keys. Pure.
import type { Consent } from '../shapes.ts';
import { questionWords } from '../words/questions.ts';

type QuestionWord = keyof typeof questionWords;

/** A reply as a button: its text, its key, and how it looks. */
export interface ChoiceKind {
  word: QuestionWord;
  key: string;
  kind: string;
}

/** The button of a reply. */
export function choiceKind(consent: Consent): ChoiceKind {
  if (typeof consent === 'object') return { word: 'choice_no', key: 'd', kind: '' };
  switch (consent) {
    case 'once':
      return { word: 'choice_once', key: 'a', kind: 'is-main' };
    case 'session':
      return { word: 'choice_session', key: 's', kind: '' };
    case 'always':
      return { word: 'choice_always', key: 'l', kind: '' };
    case 'stop':
      return { word: 'choice_stop', key: 'x', kind: 'is-stop' };
  }
}

/** The text for the name of a row; `null` for one that the table does not know. */
export const rowWord = (name: string): QuestionWord | null => known(`row_${name}`);

/** The text for a risk; `null` for one that the table does not know. */
export const riskWord = (risk: string): QuestionWord | null => known(`risk_${risk}`);

/** The rule in the sentence that offers it. */
export const ruleIn = (says: string): string => says.replace(/^.*?by this rule: /, '');

/** Who ruled: a word, or a word with a name such as `{"preset":"ask"}`. */
export function speakerText(speaker: unknown): string {
  if (typeof speaker === 'string') return speaker;
  if (typeof speaker !== 'object' || speaker === null) return '';
  return Object.entries(speaker)
    .map(([kind, name]) => (typeof name === 'string' ? `${kind}: ${name}` : kind))
    .join(', ');
}

function known(word: string): QuestionWord | null {
  return Object.hasOwn(questionWords, word) ? (word as QuestionWord) : null;
}
