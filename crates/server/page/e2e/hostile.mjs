// A task whose words want to be a part of the page: they are text wherever they stand, and nothing of them runs.
import { must, shows } from './check.mjs';
import { start } from './start.mjs';

/** Starts a task whose request is this markup, looks at it and at the list that has it, and stops it. */
export async function isText(page, markup) {
  const task = await start(page, markup);
  await page.goto(task);
  await shows('markup in a request is shown as text', page.getByRole('heading', { level: 1, name: markup }));
  for (const [name, place] of [['the task', task], ['the list', '/tasks']]) {
    await page.goto(place);
    await page.locator('main').getByText(markup).first().waitFor();
    const made = await page.locator('main :is(script, img:not([src^="/api/"]))').count();
    const ran = await page.evaluate(() => 'hostile' in window);
    must(`${name} makes nothing of markup`, made === 0 && !ran, { made, ran });
  }
  // It may have ended by itself: that is refused, and no matter here.
  await page.evaluate((path) => fetch(`/api${path}/stop`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' }), task);
}
