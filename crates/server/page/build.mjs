// Builds the page into dist: `node build.mjs`, or `node build.mjs FOLDER` to compare the result with the committed one.
import { build } from 'esbuild';
import { copyFile, mkdir } from 'node:fs/promises';

const folder = process.argv[2] ?? 'dist';

await mkdir(folder, { recursive: true });
await build({
  entryPoints: { app: 'src/main.tsx' },
  outdir: folder,
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['es2022', 'firefox115', 'chrome114', 'safari16.4'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  charset: 'utf8',
  logLevel: 'warning',
});
await copyFile('src/index.html', `${folder}/index.html`);
