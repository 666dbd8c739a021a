import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

const FILES = ['index.html', 'app.js', 'app.css', 'report.html'];

test('the committed build is what the sources make', () => {
  // test.mjs built target/dist just now.
  for (const file of FILES) assert.ok(readFileSync(`dist/${file}`).equals(readFileSync(`target/dist/${file}`)), `dist/${file} is old: npm run build`);
});

test('the page is at most 80 KB compressed', () => {
  const bytes = FILES.slice(0, 3).reduce((sum, file) => sum + gzipSync(readFileSync(`dist/${file}`)).length, 0);
  assert.ok(bytes <= 80_000, `${bytes} bytes`);
});

test('the page has no script or style of its own in its HTML, and asks no other site', () => {
  const html = readFileSync('dist/index.html').toString();
  assert.ok(!/<style|style=|<script(?![^>]* src="\/assets\/)|\son\w+=/i.test(html), html);
  const addresses = FILES.slice(0, 3).flatMap((file) => readFileSync(`dist/${file}`).toString().match(/https?:\/\/[\w.-]+/g) ?? []);
  assert.deepEqual([...new Set(addresses)].filter((it) => it !== 'http://www.w3.org'), []);
});

test('every text has a size of the one scale, its own times one, or that of what it is in', () => {
  const sizes = readdirSync('src/styles').flatMap((file) => [...readFileSync(`src/styles/${file}`).toString().matchAll(/font-size: ([^;]+);/g)].map(([, size = '']) => `${file}: ${size}`));
  assert.ok(sizes.length > 20, sizes.join());
  // The root's size in percent makes the whole scale larger on large screens.
  const own = sizes.filter((it) => !/: (var\(--t-(s|m|l|xl)\)|inherit|0?\.\d+em)$|^tokens\.css: [\d.]+%$/.test(it));
  assert.deepEqual(own, []);
});
