// How soon a task is painted, what the page takes then, and how evenly its list of steps scrolls: `node e2e/paint.mjs ADDRESS PATH`.
// Prints one line of JSON; `cargo xtask bench watch` asks for it.
import { open } from './browser.mjs';
import { until } from './check.mjs';

/** How long the list scrolls, in milliseconds. */
const SCROLLS = 3000;

const [address, path] = process.argv.slice(2);
if (!address || !path) {
  console.error('usage: node e2e/paint.mjs ADDRESS PATH');
  process.exit(2);
}
const browser = await open('chromium', new URL(address).origin);
try {
  console.log(JSON.stringify(await figures(browser.page)));
} finally {
  await browser.close();
}

async function figures(page) {
  await page.goto(address);
  await page.locator('main h1').first().waitFor({ state: 'attached' });
  await page.addInitScript(notePaint);
  await page.goto(path);
  const painted = await until('the steps are painted', () => page.evaluate(() => window.painted ?? null));
  const megabytes = (await heap(page)) / 1e6;
  return { painted, megabytes, frames: await page.evaluate(scrolled, SCROLLS) };
}

/** Notes when the first steps are painted, in milliseconds since the move to the address. */
function notePaint() {
  const watcher = new MutationObserver(() => {
    if (!document.querySelector('[role="listbox"] [role="option"]')) return;
    watcher.disconnect();
    // The first frame draws them, the second begins once they are drawn.
    requestAnimationFrame(() => requestAnimationFrame(() => (window.painted = performance.now())));
  });
  watcher.observe(document, { childList: true, subtree: true });
}

/** The bytes of the page's objects, without those that nobody needs any more. */
async function heap(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find((it) => it.name === 'JSHeapUsedSize').value;
}

/** Frames a second while the list of steps scrolls for so many milliseconds. */
async function scrolled(millis) {
  const list = [...document.querySelectorAll('[role="listbox"]')].find((it) => it.scrollHeight > it.clientHeight);
  if (!list) throw new Error('no list scrolls');
  const times = [];
  await new Promise((done) => {
    const draw = (now) => {
      times.push(now);
      list.scrollTop += 40;
      if (now - times[0] < millis) requestAnimationFrame(draw);
      else done();
    };
    requestAnimationFrame(draw);
  });
  return ((times.length - 1) * 1000) / (times.at(-1) - times[0]);
}
