// The keyboard alone: every control is reached, nothing holds the focus, and what has it is seen.
import { must, shows, until } from './check.mjs';

/** The most stops of the Tab key on any page of the tests. */
const MOST = 200;

/** Presses Tab until this element has the focus. */
export async function tabTo(page, locator) {
  await locator.first().waitFor();
  for (let stop = 0; stop < MOST; stop += 1) {
    await page.keyboard.press('Tab');
    if (await locator.first().evaluate((it) => it === document.activeElement)) return;
  }
  throw new Error(`Tab does not reach ${locator}`);
}

/** Presses a key until something has come of it: a card takes no key in its first moment. */
export async function pressUntil(page, key, what, done) {
  await until(what, async () => {
    if (await done()) return true;
    await page.keyboard.press(key);
    return done();
  });
}

/** The first Tab offers the content, which skips everything before it. */
export async function skipsToTheContent(page) {
  await page.evaluate(() => document.activeElement?.blur());
  await tabTo(page, page.getByRole('link', { name: 'Skip to the content' }));
  await page.keyboard.press('Enter');
  must('the first Tab skips to the content', (await page.evaluate(() => document.activeElement?.id)) === 'main');
}

/** `?` shows the keys, Escape closes them, and `G` with a letter goes to a view. */
export async function keysAreShown(page) {
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await shows('? shows the keys', keys);
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'hidden' });
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await shows('G T shows all tasks', page.getByRole('heading', { name: 'All tasks' }));
}

/** Walks with Tab through the whole page. */
export async function tabReachesAll(page, name) {
  await page.evaluate(mark);
  const reached = new Set();
  let ends = 0;
  for (let stop = 0; stop < MOST; stop += 1) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(stopOf);
    // The address bar would be next, and the beginning of the page after it: a walk begins where the focus was last.
    if (at === null && (ends += 1) === 1) continue;
    if (at === null || reached.has(at.stop)) break;
    if (!at.seen) throw new Error(`${name}: nobody sees that ${at.says} has the focus`);
    reached.add(at.stop);
  }
  // A text field would take the next key.
  await page.evaluate(() => document.activeElement?.blur());
  const missed = (await page.evaluate(marked)).filter((it) => !reached.has(it.stop));
  must(`${name}: Tab reaches every control, and each is seen to have the focus`, missed.length === 0, missed.length === 0 ? reached.size : missed);
}

/** Numbers every control that a person sees. A group of radio buttons is one stop. */
function mark() {
  for (const control of document.querySelectorAll('[data-stop]')) delete control.dataset.stop;
  document.activeElement?.blur();
  window.getSelection()?.removeAllRanges();
  const controls = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')];
  const shown = controls.filter((it) => !it.disabled && it.tabIndex >= 0 && it.checkVisibility({ visibilityProperty: true }));
  for (const [stop, control] of shown.entries()) control.dataset.stop = String(stop);
}

function marked() {
  return [...document.querySelectorAll('[data-stop]')].map((it) => ({ stop: it.dataset.stop, says: it.getAttribute('aria-label') ?? it.textContent?.slice(0, 40) }));
}

function stopOf() {
  const it = document.activeElement;
  if (!it || it === document.body || it.dataset.stop === undefined) return null;
  const { outlineStyle, boxShadow } = getComputedStyle(it);
  const box = it.getBoundingClientRect();
  const inView = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  return { stop: it.dataset.stop, seen: inView && (outlineStyle !== 'none' || boxShadow !== 'none'), says: it.getAttribute('aria-label') ?? it.textContent };
}
