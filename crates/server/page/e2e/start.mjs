// Starts a task without a pointer: N, the request, Ctrl+Enter.
import { must, shows } from './check.mjs';
import { tabTo } from './keyboard.mjs';

/** Starts a task; the path of its page. What is refused is said next to the field first. */
export async function start(page, request) {
  // A page that is still loading hears no key.
  await page.getByText('New task').first().waitFor();
  await page.keyboard.press('n');
  const field = page.getByRole('textbox', { name: 'What is to be done?' });
  await tabTo(page, field);
  await page.keyboard.press('Control+Enter');
  await shows('a task without a request is refused next to the field', page.getByRole('alert').filter({ hasText: 'Say what is to be done.' }));
  await page.keyboard.type(request);
  await page.keyboard.press('Control+Enter');
  await page.waitForURL('**/desktop');
  const path = new URL(page.url()).pathname.replace(/\/desktop$/, '');
  must('a task is started by keyboard alone, and its desktop is shown', /^\/tasks\/[^/]+\/[^/]+$/.test(path), path);
  await shows('the page says what was asked for', page.getByRole('heading', { name: request }));
  return path;
}

/** Waits until the task whose desktop is shown is done. */
export async function isDone(page) {
  await shows('the page says that the task is done', page.locator('.desktop-doing .state.is-finished'));
}
