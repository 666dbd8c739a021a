// Answers an approval with keys, after looking at what it shows.
import { checked, shows, until } from './check.mjs';
import { pressUntil } from './keyboard.mjs';

/** Goes to the open question, and calls `look` before it is answered with this key. */
export async function approve(page, { key, what, look = async () => undefined }) {
  await until('the title says that one waits', async () => (await page.title()) === '(1) Deskpilot');
  await page.keyboard.press('g');
  await page.keyboard.press('q');
  const card = page.locator('article.question').filter({ hasText: what });
  await shows(`the question says what is about to be done: ${what}`, card.locator('.question-what'));
  await shows('it says why one is asked', card.getByText('Why you are asked'));
  await shows('it shows the picture', card.getByRole('button', { name: /^Look closer/ }));
  await until('the picture is there', () => card.locator('img').evaluate((it) => it.complete && it.naturalWidth > 0));
  await look();
  await card.waitFor();
  await pressUntil(page, key, `${key.toUpperCase()} answers`, async () => (await card.count()) === 0);
  await until('the title says that nothing waits', async () => (await page.title()) === 'Deskpilot');
  checked(`${key.toUpperCase()} answers the question`);
}

/** Goes to the open question, and denies it with a reason. */
export async function deny(page, { what, reason }) {
  await page.keyboard.press('g');
  await page.keyboard.press('q');
  const card = page.locator('article.question').filter({ hasText: what });
  await card.waitFor();
  const field = card.getByRole('textbox');
  await pressUntil(page, 'd', 'D asks why not', async () => (await field.count()) > 0);
  // What is typed before the field has the focus would be keys of the page.
  await until('the field has the focus', () => field.evaluate((it) => it === document.activeElement));
  await page.keyboard.type(reason);
  await page.keyboard.press('Enter');
  await until('the denied question is gone', async () => (await card.count()) === 0);
  checked('D denies the question with a reason');
}
