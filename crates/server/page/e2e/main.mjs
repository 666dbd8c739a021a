// Walks through the page in a real browser: `node e2e/main.mjs JOURNEY ADDRESS FOLDER [NAME=VALUE…]`; FOLDER gets the pictures.
//
// Prints a line of JSON for each thing that it checked. What is not as it should be ends it with a sentence, a picture and exit code 1.
import { mkdirSync } from 'node:fs';
import { open } from './browser.mjs';
import { journeys } from './journeys.mjs';

const [name, address, folder, ...pairs] = process.argv.slice(2);
const journey = journeys[name];
if (!journey || !address || !folder) {
  console.error(`usage: node e2e/main.mjs ${Object.keys(journeys).join('|')} ADDRESS FOLDER [NAME=VALUE…]`);
  process.exit(2);
}
mkdirSync(folder, { recursive: true });

const values = Object.fromEntries(pairs.map((it) => [it.slice(0, it.indexOf('=')), it.slice(it.indexOf('=') + 1)]));
const browsers = [];
const visit = { address, folder, values, open: async (kind) => browsers[browsers.push(await open(kind, new URL(address).origin)) - 1] };
let failed = false;
try {
  await journey(visit);
} catch (error) {
  failed = true;
  console.error(`${name}: ${error.message}`);
  for (const browser of browsers) {
    const picture = `${folder}/failed-${name}-${browser.kind}.png`;
    const at = browser.page?.url();
    const taken = await browser.page?.screenshot({ path: picture }).then(() => true, () => false);
    if (taken) console.error(`${browser.kind} at ${at} shows ${picture}`);
  }
} finally {
  for (const browser of browsers) await browser.close();
}
process.exit(failed ? 1 : 0);
