// What is checked: each check is a line of JSON, and the first that fails ends the journey.
import { DEADLINE } from './browser.mjs';

const PAUSE = 50;

/** Says that this was checked. */
export function checked(what, found = true) {
  console.log(JSON.stringify({ checked: what, found }));
}

/** Fails unless the condition holds. */
export function must(what, holds, found = holds) {
  if (!holds) throw new Error(`${what}: ${JSON.stringify(found)}`);
  checked(what, found);
}

/** Waits until the function gives something; what it gave. */
export async function until(what, find) {
  const deadline = Date.now() + DEADLINE;
  for (;;) {
    const found = await find();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`not in time: ${what}`);
    await new Promise((wake) => setTimeout(wake, PAUSE));
  }
}

/** Waits for an element that a person sees, and says that it was there. */
export async function shows(what, locator) {
  await locator.first().waitFor().catch(() => {
    throw new Error(`not shown: ${what}`);
  });
  checked(what);
}
