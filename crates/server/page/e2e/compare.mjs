// Compares two tasks, chosen in the list by keyboard.
import { must, shows } from './check.mjs';
import { tabTo } from './keyboard.mjs';

/** Marks both tasks in the list, and goes to the first difference. */
export async function compare(page, names) {
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  for (const name of names) {
    await tabTo(page, page.locator('tr', { has: page.locator(`a[href$="/${name}"]`) }).getByRole('checkbox'));
    await page.keyboard.press('Space');
  }
  await tabTo(page, page.getByRole('link', { name: 'Compare' }));
  await page.keyboard.press('Enter');
  await differs(page, names);
}

/** The page, or a report, shows these two tasks side by side, and where they part. */
export async function differs(page, names) {
  await shows('two tasks are side by side', page.getByRole('heading', { name: 'Comparison' }));
  const heads = await page.locator('.compare-heads b').allTextContents();
  must('they stand as they were chosen', heads.join() === names.join(), heads);
  await page.keyboard.press('d');
  const first = page.getByRole('option', { selected: true });
  await shows('D goes to the first difference, which is marked', first.getByText('first difference'));
  const row = Number(await first.getAttribute('aria-posinset'));
  const before = await page.locator('.pair-row.is-different').count();
  must('what is before it is the same', row > 1 && before > 0, { row, different: before });
  await shows('the notice names its row', page.locator('.notice').getByText(`They differ from row ${row} on.`));
  const actions = await first.locator('.pair-action').allTextContents();
  must('the row says what each task did', actions.length === 2 && actions[0] !== actions[1], actions);
  await shows('both pictures are shown', page.locator('.compare-shot img').nth(1));
  const shown = await page.locator('.compare-shot figcaption > p:first-of-type').allTextContents();
  must('each picture is of its own task', shown.length === 2 && shown.every((it, at) => actions[at].startsWith(it)), { shown, actions });
}
