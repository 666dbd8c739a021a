// Every text of the page in both languages: one table, made of a part for each view.
import { settings, type Language } from './settings.ts';
import { dataflowWords } from './words/dataflow.ts';
import { listWords } from './words/lists.ts';
import { questionWords } from './words/questions.ts';
import { screenWords } from './words/screen.ts';
import { shellWords } from './words/shell.ts';
import { startWords } from './words/start.ts';
import { taskWords } from './words/task.ts';
import { wallWords } from './words/wall.ts';
import { worksWords } from './words/works.ts';

/** A text in both languages. `{name}` is replaced by a value; `one|many` are chosen by the value `n`. */
export interface Phrase {
  en: string;
  de: string;
}

/** The parts of the table; no name is in two of them, which a test checks. */
export const parts = { shellWords, wallWords, startWords, questionWords, screenWords, listWords, dataflowWords, worksWords, taskWords };

/** The whole table. */
export const table = { ...shellWords, ...wallWords, ...startWords, ...questionWords, ...screenWords, ...listWords, ...dataflowWords, ...worksWords, ...taskWords };

/** The name of a text. */
export type Word = keyof typeof table;

/** The values of the places in a text. */
export type Values = Readonly<Record<string, string | number>>;

/** The text in the person's language. A word that the server made up and the table lacks is shown as it is. */
export function t(word: Word, values: Values = {}): string {
  const phrase: Phrase | undefined = table[word];
  return phrase ? filled(phrase, settings.get().language, values) : word;
}

/** The text in a language, with its places filled. */
export function filled(phrase: Phrase, language: Language, values: Values): string {
  const [one = '', many] = phrase[language].split('|');
  const text = many !== undefined && values['n'] !== 1 ? many : one;
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    return value === undefined ? place : typeof value === 'number' ? number(value) : value;
  });
}

/** A number as the person's language writes it. */
export function number(value: number, digits = 0): string {
  return numberFormat(`${digits}`, { maximumFractionDigits: digits }).format(value);
}

const formats = new Map<string, Intl.NumberFormat>();

/** The format of this kind in the person's language. To make one takes longer than to draw a row. */
export function numberFormat(kind: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const { language } = settings.get();
  const key = `${language} ${kind}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(language, options);
  formats.set(key, format);
  return format;
}

/** Dollars, with more digits for small sums. */
export function dollars(value: number): string {
  const digits = value !== 0 && value < 0.1 ? 4 : 2;
  return numberFormat(`dollars ${digits}`, { style: 'currency', currency: 'USD', minimumFractionDigits: 2, maximumFractionDigits: digits }).format(value);
}

/** Bytes in the largest fitting unit. */
export function bytes(value: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];
  const at = Math.min(Math.floor(Math.log10(Math.max(value, 1)) / 3), units.length - 1);
  const unit = units[at] ?? 'byte';
  return numberFormat(unit, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: at > 0 ? 1 : 0 }).format(value / 1000 ** at);
}

/** A day and time; the time alone for today. */
export function moment(at: number): string {
  const then = new Date(at);
  const today = then.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(settings.get().language, today ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' }).format(then);
}

/** A duration such as `3 min 20 s`; the largest two units. */
export function duration(millis: number): string {
  const seconds = Math.max(0, millis) / 1000;
  if (seconds < 10) return `${number(seconds, 1)} s`;
  if (seconds < 60) return `${number(Math.floor(seconds))} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${number(minutes)} min ${number(Math.floor(seconds % 60))} s`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${number(hours)} h ${number(minutes % 60)} min` : `${number(Math.floor(hours / 24))} d ${number(hours % 24)} h`;
}
