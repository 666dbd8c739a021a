import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settings } from '../src/settings.ts';
import { dollars, filled, number, numberFormat, parts, table, type Phrase } from '../src/words.ts';

const phrases = Object.entries(table) as [string, Phrase][];
const places = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

test('every text is there in both languages', () => {
  for (const [word, phrase] of phrases) {
    assert.deepEqual(Object.keys(phrase).sort(), ['de', 'en'], word);
    for (const text of Object.values(phrase)) assert.ok(text.trim().length > 0, word);
  }
});

test('both languages fill the same places, in as many forms', () => {
  for (const [word, { en, de }] of phrases) {
    assert.deepEqual(places(en), places(de), word);
    assert.equal(en.split('|').length, de.split('|').length, word);
  }
});

test('the command that shows a queue is given with the queue', () => {
  const texts = phrases.flatMap(([word, phrase]) => Object.values(phrase).map((text) => [word, text] as const));
  const named = texts.filter(([, text]) => text.includes('deskpilot queue list'));
  assert.ok(named.length > 0);
  for (const [word, text] of named) assert.ok(!/deskpilot queue list(?! [A-Z])/.test(text), word);
});

test('no name is in two parts of the table', () => {
  const names = Object.values(parts).flatMap((part) => Object.keys(part));
  assert.deepEqual(names.filter((name, at) => names.indexOf(name) !== at), []);
});

test('a text with a number has one form for one and one for many', () => {
  const phrase = { en: '{n} step|{n} steps', de: '{n} Schritt|{n} Schritte' };
  assert.equal(filled(phrase, 'en', { n: 1 }), '1 step');
  assert.equal(filled(phrase, 'de', { n: 0 }), '0 Schritte');
});

test('a value with braces or bars is not filled in again', () => {
  assert.equal(filled({ en: 'On {request}', de: '' }, 'en', { request: '{n}|$&' }), 'On {n}|$&');
});

test('a format of numbers is made once for each language and kind', () => {
  settings.set({ ...settings.get(), language: 'en' });
  const formatted = () => [number(1234.5, 1), number(1234.5), dollars(0.05), dollars(2)];
  assert.deepEqual(formatted(), ['1,234.5', '1,235', '$0.05', '$2.00']);
  const once = numberFormat('1', { maximumFractionDigits: 1 });
  assert.equal(numberFormat('1', { maximumFractionDigits: 1 }), once);
  settings.set({ ...settings.get(), language: 'de' });
  assert.notEqual(numberFormat('1', { maximumFractionDigits: 1 }), once);
  assert.equal(number(1234.5, 1), '1.234,5');
});
