// A browser of the system with one page, which listens for what no page may do: errors, dialogs, and requests to other places.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, firefox } from 'playwright-core';

/** How long anything may take on a busy machine, in milliseconds. */
export const DEADLINE = 60_000;

export const WIDE = { width: 1440, height: 900 };
export const NARROW = { width: 320, height: 640 };
export const HUGE = { width: 3840, height: 2160 };

/** The browsers, and what starts each: Firefox as Debian builds it speaks WebDriver BiDi. */
const KINDS = {
  chromium: { type: chromium, program: 'chromium', options: {} },
  firefox: { type: firefox, program: 'firefox-esr', options: { channel: 'moz-firefox' } },
};

/** Starts a browser and its page, whose paths are those of this origin. */
export async function open(kind, origin) {
  const { type, program, options } = KINDS[kind];
  const browser = await type.launch({ ...options, executablePath: found(program), headless: true, timeout: DEADLINE });
  const context = await browser.newContext({ baseURL: origin, locale: 'en-GB', viewport: WIDE, reducedMotion: 'reduce' });
  context.setDefaultTimeout(DEADLINE);
  const page = await context.newPage();
  const troubles = [];
  watch(page, troubles);
  return { kind, page, troubles, close: () => browser.close() };
}

function watch(page, troubles) {
  const tell = (kind, text) => isAnswer(text) || troubles.push(`${kind}: ${text}`);
  page.on('pageerror', (error) => tell('an error', error.message));
  page.on('console', (message) => message.type() === 'error' && tell('an error in the console', message.text()));
  page.on('dialog', (dialog) => (troubles.push(`a dialog: ${dialog.message()}`), dialog.dismiss()));
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    const own = ['127.0.0.1', 'localhost'].includes(hostname) || ['data:', 'blob:', 'file:'].includes(protocol);
    if (!own) troubles.push(`a request to ${request.url()}`);
  });
}

/**
 * Browsers tell of every reply that is an error, and of every socket that is refused, as that of a screen whose task has just ended, or cut short by a
 * move to another view. The page says what of it concerns its person.
 */
const isAnswer = (text) => /^Failed to load resource|\bws:\/\//.test(text);

function found(program) {
  const path = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, program)).find(existsSync);
  if (!path) throw new Error(`there is no ${program}: \`cargo xtask setup\` installs what the tests need`);
  return path;
}
