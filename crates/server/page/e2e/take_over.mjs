// Takes a desktop over, types into it as people do, and hands it back.
import { checked, must, shows, until } from './check.mjs';
import { tabTo } from './keyboard.mjs';

/** How long a copy may take before it is asked for again, in milliseconds. */
const MOMENT = 2000;

/** Takes over the desktop that is shown once its task does `waits`, types the text, and calls `look` before handing it back. */
export async function takeOver(page, { text, waits, look }) {
  const canvas = page.locator('.screen canvas');
  await until('frames arrive', () => canvas.evaluate((it) => it.width > 16));
  await until('the task waits for what is to be typed', async () => (await page.locator('.desktop-doing .quiet').innerText()) === waits);
  const before = await sum(canvas);
  await page.keyboard.press('t');
  await shows('T takes over', page.getByText('You have the desktop. The task waits.'));
  await shows('the task is paused', page.locator('.desktop-doing .state.is-paused'));
  await write(page, text);
  await until('a frame shows what was typed', async () => (await sum(canvas)) !== before);
  checked('a frame shows what was typed');
  await copied(page, text);
  await look();
  await handBack(page);
}

/** Letters of a keyboard come as keys; what is composed comes as text. */
async function write(page, text) {
  const typed = /^[\x20-\xff]*/.exec(text)[0];
  await page.keyboard.type(typed);
  await page.keyboard.insertText(text.slice(typed.length));
}

/** Everything is selected and copied: what the desktop says is what was typed. It is asked again until it has drawn all of it. */
async function copied(page, text) {
  const shown = page.locator('.copied q');
  const all = shown.filter({ hasText: text });
  await until(`the desktop has ${text}`, async () => {
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
    await page.getByRole('button', { name: 'Copy from the desktop' }).click();
    await page.locator('.hands textarea').focus();
    await all.waitFor({ timeout: MOMENT }).catch(() => undefined);
    return (await all.count()) > 0;
  });
  must('what was typed arrived letter by letter', (await shown.innerText()) === text, text);
  // Nothing stays selected that a key could replace.
  await page.keyboard.press('End');
}

/** The keyboard goes back to the page, whose button hands the desktop back. */
async function handBack(page) {
  await page.keyboard.press('Control+Alt+g');
  await shows('Ctrl+Alt+G gives the keyboard back to the page', page.getByText('The keyboard is the page’s.'));
  await tabTo(page, page.locator('.desktop-bar').getByRole('button', { name: 'Hand back' }));
  await page.keyboard.press('Enter');
  await shows('the task has the desktop again', page.getByText('The task has the desktop. You watch.').or(page.getByText('The task is over')));
}

/** A number that changes with the picture. */
const sum = (canvas) =>
  canvas.evaluate((it) => {
    const { data } = it.getContext('2d').getImageData(0, 0, it.width, it.height);
    let total = 0;
    for (let at = 0; at < data.length; at += 1) total = (total * 31 + data[at]) % 1_000_003;
    return total;
  });
