// The fields of the start box: what they set, and which field an error of the server is about.
import type { NewTask } from '../shapes.ts';
import type { Word } from '../words.ts';

export type FieldName = Exclude<keyof NewTask, 'request'>;

/** A field: what it is called, the setting that decides without it, and the words that it takes if they are few. */
export interface Field {
  name: FieldName;
  word: Word;
  setting?: string;
  words?: readonly string[];
}

/** All fields but the request; words of modes and policies come from the server. */
export const FIELDS: readonly Field[] = [
  { name: 'model', word: 'start_model', setting: 'model.name' },
  { name: 'policy', word: 'start_policy', setting: 'policy.preset' },
  { name: 'max_steps', word: 'start_max_steps', setting: 'run.max_steps' },
  { name: 'out', word: 'start_out', setting: 'run.out' },
  { name: 'mode', word: 'start_mode' },
  { name: 'desktop', word: 'start_desktop', setting: 'desktop.kind', words: ['private', 'current'] },
  { name: 'home', word: 'start_home', setting: 'desktop.home' },
  { name: 'base_url', word: 'start_base_url', setting: 'model.base_url' },
  { name: 'evaluate', word: 'start_evaluate', setting: 'run.evaluation', words: ['on', 'off'] },
  { name: 'grounding', word: 'start_grounding', setting: 'grounding.kind', words: ['none', 'ocr', 'service'] },
  { name: 'name', word: 'start_name' },
];

/** Which field the sentence of an error is about: it names the setting, the flag or the field. `null` for none of them. */
export function fieldOf(says: string, code: string): FieldName | 'request' | null {
  if (code === 'exists') return 'name';
  const sentence = says.toLowerCase();
  const named = FIELDS.find(({ name, setting }) => {
    const group = setting && ['model.name', 'policy.preset'].includes(setting) ? `${setting.split('.')[0]}.` : setting;
    return (group && sentence.includes(group)) || sentence.includes(`--${name.replaceAll('_', '-')}`);
  });
  if (named) return named.setting === 'model.name' && sentence.includes('model.base_url') ? 'base_url' : named.name;
  if (/\bmode\b/.test(sentence)) return 'mode';
  if (/\bmodel\b/.test(sentence)) return 'model';
  if (/\bpolicy\b/.test(sentence)) return 'policy';
  return /\brequest\b/.test(sentence) ? 'request' : null;
}

/** What the form sends: texts without blanks around them, and nothing for what is empty. */
export function newTask(request: string, texts: Readonly<Partial<Record<FieldName, string>>>): NewTask {
  const task: NewTask = { request: request.trim() };
  for (const [name, text] of Object.entries(texts) as [FieldName, string][]) {
    const value = text.trim();
    if (!value) continue;
    if (name === 'max_steps') task.max_steps = Number(value);
    else task[name] = value;
  }
  return task;
}

/** The value of a setting as a person writes it: without the quotes of a file of settings. */
export const plain = (value: string): string => value.replace(/^"(.*)"$/, '$1');
