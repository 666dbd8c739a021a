// The journeys: what people do on the page, one after the other, in one browser.
import { pathToFileURL } from 'node:url';
import { approve, deny } from './approve.mjs';
import { checked, must, shows, until } from './check.mjs';
import { compare, differs } from './compare.mjs';
import { isText } from './hostile.mjs';
import { keysAreShown, skipsToTheContent, tabReachesAll } from './keyboard.mjs';
import { fitsInGerman, looks } from './looks.mjs';
import { isDone, start } from './start.mjs';
import { takeOver } from './take_over.mjs';
import { trajectory } from './trajectory.mjs';

/** The views that need nothing but themselves: the keys that go there, and the heading. */
const PLACES = [
  { name: 'start', keys: ['n'], heading: 'New task' },
  { name: 'tasks', keys: ['g', 't'], heading: 'All tasks' },
  { name: 'batches', keys: ['g', 'b'], heading: 'Batches' },
  { name: 'dataflow', keys: ['g', 'f'], heading: 'Runs of the dataflow' },
  { name: 'approvals', keys: ['g', 'a'], heading: 'Approvals that last' },
  { name: 'works', keys: ['g', 'd'], heading: 'What works here' },
];

/** The journeys by name. */
export const journeys = { tasks, desktop };

/**
 * Starts a task, approves it, reads it, denies another one, compares two, opens a report, and looks at every place.
 *
 * Values: `request` asks for approval of `action`, `sought` finds the step that did it; `first` and `second` are tasks that differ; `report` is a file with both;
 * `markup` is the request of a task; `reason` is why the second task may not do it;
 * `other` is the kind of the browser that is let in.
 */
async function tasks({ address, folder, values, open }) {
  const browser = await open('chromium');
  const { page } = browser;
  await enter(page, address);
  await skipsToTheContent(page);
  await keysAreShown(page);
  const task = await start(page, values.request);
  await approve(page, {
    key: 'a',
    what: values.action,
    look: async () => {
      await looks(page, 'questions', folder);
      await page.goto('/');
      await page.locator('.tile img, .tile canvas').first().waitFor();
      await shows('the tile of a task that waits has the border for it', page.locator('.tile.is-waiting'));
      await looks(page, 'live', folder);
      await tabReachesAll(page, 'live');
      await page.goto('/questions');
    },
  });
  await page.goto(`${task}/desktop`);
  await isDone(page);
  await trajectory(page, { address: task, action: values.action, sought: values.sought });
  await looks(page, 'trajectory');
  await tabReachesAll(page, 'trajectory');
  // N shows the numbers of controls in a trajectory.
  await page.goto('/tasks');
  await start(page, values.request);
  await deny(page, { what: values.action, reason: values.reason });
  await compare(page, [values.first, values.second]);
  await looks(page, 'compare', folder);
  await inAnother(await open(values.other), await invitation(page), values);
  await places(page, folder);
  await isText(page, values.markup);
  await fitsInGerman(page, { live: '/', start: '/start', tasks: '/tasks', trajectory: task });
  await report(page, folder, values);
  isCalm(browser);
}

/** Starts a task, takes its desktop over, types `text`, hands it back; the task goes on to its end. Values: `request`, which waits for `text`, and `waits`, as the page says it. */
async function desktop({ address, folder, values, open }) {
  const browser = await open('chromium');
  const { page } = browser;
  await enter(page, address);
  const task = await start(page, values.request);
  await takeOver(page, { text: values.text, waits: values.waits, look: () => looks(page, 'desktop', folder) });
  await isDone(page);
  await page.goto(task);
  await shows('its trajectory has steps', page.getByRole('listbox', { name: 'Steps' }).getByRole('option'));
  await looks(page, 'task', folder);
  isCalm(browser);
}

/** Opens the printed address: its token works once, and leaves the address bar. */
async function enter(page, address) {
  await page.goto(address);
  await shows('the address opens the page', page.getByRole('textbox', { name: 'What is to be done?' }));
  must('the token leaves the address bar', new URL(page.url()).search === '' && new URL(page.url()).pathname === '/', page.url());
}

/** An address for one more browser, from the settings. */
async function invitation(page) {
  await page.getByRole('button', { name: 'Settings of this browser' }).click();
  await page.getByRole('button', { name: 'Make an address' }).click();
  const address = await page.getByRole('textbox', { name: 'Another browser' }).inputValue();
  await page.keyboard.press('Escape');
  must('the page makes an address for another browser', address.startsWith('http://127.0.0.1:'));
  return address;
}

/** Another browser is let in by it, starts a task, and allows the action for good. */
async function inAnother(browser, address, values) {
  const { page } = browser;
  await enter(page, address);
  const task = await start(page, values.request);
  await approve(page, { key: 'l', what: values.action });
  await page.goto(new URL(`${task}/desktop`, address).href);
  await isDone(page);
  await trajectory(page, { address: new URL(task, address).href, action: values.action, sought: values.sought });
  isCalm(browser);
  await browser.close();
  checked('a task is started, approved for good, and read in another browser');
}

async function places(page, folder) {
  for (const { name, keys, heading } of PLACES) {
    for (const key of keys) await page.keyboard.press(key);
    await shows(`${keys.join(' ')} shows ${name}`, page.getByRole('heading', { name: heading, level: 1 }));
    await page.locator('main :is(form, table, ul, .empty)').first().waitFor();
    await looks(page, name, folder);
    await tabReachesAll(page, name);
    if (name === 'approvals') await takeBack(page);
  }
}

/** What was allowed for good there is taken back. */
async function takeBack(page) {
  const all = page.getByRole('button', { name: 'Take back' });
  const before = await all.count();
  await all.first().click();
  await until('it is gone from the list', async () => (await all.count()) < before);
  checked('an approval that lasts is taken back');
}

/** A report is one file, which asks nobody for anything. */
async function report(page, folder, { report: file, first, second }) {
  await page.context().setOffline(true);
  await page.goto(pathToFileURL(file).href);
  await shows('the report shows its first task', page.getByRole('listbox', { name: 'Steps' }).getByRole('option'));
  await shows('its pictures are in it', page.locator('.stage img[src^="data:"]'));
  await looks(page, 'report', folder);
  await page.getByRole('link', { name: 'Comparison' }).click();
  await differs(page, [first, second]);
}

function isCalm({ kind, troubles }) {
  must(`${kind}: no error, and no request to another place`, troubles.length === 0, troubles.length === 0 ? true : troubles);
}
