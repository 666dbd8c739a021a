// Builds the page into target/dist, bundles the tests, which import TypeScript, and runs them with Node's own runner: `node test.mjs`.
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';

const built = spawnSync(process.execPath, ['build.mjs', 'target/dist'], { stdio: 'inherit' });
if (built.status !== 0) process.exit(built.status ?? 1);

const tests = (await readdir('test')).filter((name) => name.endsWith('.test.ts'));
await build({
  entryPoints: tests.map((name) => `test/${name}`),
  outdir: 'target/tests',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  logLevel: 'warning',
});
const files = tests.map((name) => `target/tests/${name.replace(/\.ts$/, '.mjs')}`);
process.exit(spawnSync(process.execPath, ['--test', '--test-reporter=spec', ...files], { stdio: 'inherit' }).status ?? 1);
