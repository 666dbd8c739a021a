// How a place looks at each width and in each colours: nothing sticks out, axe finds nothing serious, and pictures are taken.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { HUGE, NARROW, WIDE } from './browser.mjs';
import { checked, must } from './check.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Whether every place is looked at in every way: `cargo xtask soak` sets it. */
const ALL = process.env.DESKPILOT_TEST_CASES === 'all';

/** Each width is looked at in both colours; what depends on one of the two alone is searched in two of them. A usual run looks in some ways at one place only. */
const LOOKS = [
  { name: 'wide and light', size: WIDE, colorScheme: 'light', picture: '', rules: null },
  { name: 'wide and dark', size: WIDE, colorScheme: 'dark', rules: ['color-contrast'] },
  { name: 'as wide as 4K', size: HUGE, colorScheme: 'light', rules: [], usual: 'works' },
  { name: 'narrow and light', size: NARROW, colorScheme: 'light', rules: [], usual: 'works' },
  { name: 'narrow and dark', size: NARROW, colorScheme: 'dark', picture: '-narrow', rules: null },
];

/** Looks at the place that the page shows now. With a folder its pictures are `watch-NAME.png` and `watch-NAME-narrow.png` there. */
export async function looks(page, name, folder = null) {
  const today = LOOKS.filter((it) => ALL || it.usual === undefined || it.usual === name);
  for (const { name: look, size, colorScheme, picture, rules } of today) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    await fits(page, `${name}, ${look}`);
    if (rules?.length !== 0) await accessible(page, `${name}, ${look}`, rules);
    if (folder !== null && picture !== undefined) await page.screenshot({ path: `${folder}/watch-${name}${picture}.png` });
  }
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** German is longer: its words fit the narrow page, too, where there are most of them. */
export async function fitsInGerman(page, addresses) {
  await remember(page, 'de');
  await page.setViewportSize(NARROW);
  for (const [name, address] of Object.entries(addresses)) {
    await page.goto(address);
    await page.locator('main h1').first().waitFor({ state: 'attached' });
    must('the page is in German', (await page.locator('html').getAttribute('lang')) === 'de');
    await fits(page, `${name}, narrow and in German`);
  }
  await remember(page, 'en');
  await page.setViewportSize(WIDE);
}

const remember = (page, language) => page.evaluate((it) => localStorage.setItem('deskpilot', JSON.stringify({ language: it })), language);

async function fits(page, place) {
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  must(`${place}: nothing sticks out`, wider <= 0, wider);
}

/** Fails where axe finds something serious or critical, with the first places of each. */
async function accessible(page, place, rules) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const violations = await page.evaluate(async (only) => {
    const options = { resultTypes: ['violations'], ...(only ? { runOnly: { type: 'rule', values: only } } : {}) };
    const { violations: all } = await window.axe.run(document, options);
    return all.map(({ id, impact, help, nodes }) => ({ id, impact, help, places: nodes.slice(0, 3).map((it) => it.html.slice(0, 160)) }));
  }, rules);
  const serious = violations.filter((it) => ['serious', 'critical'].includes(it.impact));
  must(`${place}: axe finds nothing serious`, serious.length === 0, serious.length === 0 ? true : serious);
  for (const { id, impact } of violations) checked(`${place}: axe finds ${id}`, impact);
}
