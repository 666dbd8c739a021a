// A task whose words want to be a part of the page: they are text wherever they stand, and nothing of them runs.
import { must, shows } from './check.mjs';

/** Looks at the task at this address, and at the list that has it. Its request has markup, script, and a mark that turns what follows. */
export async function isText(page, address) {
  await page.goto(address);
  const title = page.getByRole('heading', { level: 1 }).filter({ hasText: '<img src=x' });
  await shows('markup in a request is shown as text', title);
  must('a mark that turns the text around it is shown as well', (await title.innerText()).includes('[U+202E]'));
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await shows('markup in a list is shown as text', page.getByRole('link', { name: '<img src=x' }));
  for (const place of [address, '/tasks']) {
    await page.goto(place);
    await page.getByText('<img src=x').first().waitFor();
    const made = await page.locator('img[src="x"], main script').count();
    const ran = await page.evaluate(() => 'hostile' in window);
    must(`${place === address ? 'the task' : 'the list'} makes nothing of it`, made === 0 && !ran, { made, ran });
  }
}
