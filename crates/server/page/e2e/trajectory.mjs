// Reads the trajectory of a task by keyboard: its steps, evidence, controls, policy; each place has an address that stays.
import { must, shows, until } from './check.mjs';

/** Reads the task at this address, in the step that did `action`. */
export async function trajectory(page, { address, action, sought }) {
  await page.goto(address);
  const steps = page.getByRole('listbox', { name: 'Steps' });
  await shows('the trajectory has steps', steps.getByRole('option'));
  await shows('it has a film', page.getByRole('region', { name: 'Film of the task' }).locator('img'));
  await search(page, sought);
  await until('the step that was searched for is shown', async () => (await page.getByRole('tabpanel').innerText()).includes(action));
  const panel = page.getByRole('tabpanel');
  await shows(`the step says what was done: ${action}`, panel.getByText(action));
  await shows('it says how it turned out', panel.locator('.outcome'));
  await shows('its target is outlined', page.locator('.stage .overlays'));
  await tabs(page, panel);
  await stays(page, action);
}

async function search(page, sought) {
  await page.keyboard.press('/');
  await page.keyboard.type(sought);
  await shows('the search says how many steps it found', page.getByRole('status').filter({ hasText: /^[1-9]\d* found$/ }));
  await shows('they are listed', page.getByRole('listbox', { name: 'Search all steps' }).getByRole('option'));
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
}

/** L goes from one tab to the next, and round. */
async function tabs(page, panel) {
  const selected = page.getByRole('tab', { selected: true });
  const seen = [];
  for (let press = 0; press < 8; press += 1) {
    const name = await selected.innerText();
    seen.push(name);
    must(`the tab ${name} shows something`, (await until(`the tab ${name}`, async () => (await panel.innerText()).trim())).length > 0);
    await page.keyboard.press('l');
  }
  must('L goes through all tabs and round', new Set(seen).size === 8 && (await selected.innerText()) === seen[0], seen);
}

/** The address names the step, J and K go on and back, and a reload stays there. */
async function stays(page, action) {
  const of = page.locator('.player .number');
  const before = await of.innerText();
  await page.keyboard.press('k');
  must('K goes to the step before', (await of.innerText()) !== before, before);
  await page.keyboard.press('j');
  must('J comes back', (await of.innerText()) === before, before);
  await page.reload();
  await shows('after a reload the same step is shown', page.getByRole('tabpanel').getByText(action));
}
