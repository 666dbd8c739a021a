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
  await differs(page);
}

/** The page, or a report, shows two tasks side by side, and where they part. */
export async function differs(page) {
  await shows('two tasks are side by side', page.getByRole('heading', { name: 'Comparison' }));
  await page.keyboard.press('d');
  const first = page.getByRole('option', { selected: true });
  await shows('D goes to the first difference, which is marked', first.getByText('first difference'));
  const row = Number(await first.getAttribute('aria-posinset'));
  const before = await page.locator('.pair-row.is-different').count();
  must('what is before it is the same', row > 1 && before > 0, { row, different: before });
  await shows('both pictures are shown', page.locator('.compare-shot img').nth(1));
}
