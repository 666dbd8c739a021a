// Builds the page into dist: `node build.mjs`, or `node build.mjs FOLDER` to compare the result with the committed one.
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';

const folder = process.argv[2] ?? 'dist';

/** Where the data of a report goes; docs/api.md names it too. */
const MARK = '@@REPORT@@';

const options = {
  bundle: true,
  minify: true,
  target: ['es2022', 'firefox115', 'chrome114', 'safari16.4'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  charset: 'utf8',
  logLevel: 'warning',
};

await mkdir(folder, { recursive: true });
await build({ ...options, entryPoints: { app: 'src/main.tsx' }, outdir: folder, format: 'esm' });
await copyFile('src/index.html', `${folder}/index.html`);
await writeFile(`${folder}/report.html`, await reportPage());

/** The page of a report: its script and its style are in it, allowed by their hashes. */
async function reportPage() {
  const built = await build({ ...options, entryPoints: { report: 'src/report.tsx' }, outdir: 'report', format: 'iife', write: false });
  const text = (ending) => built.outputFiles.find((it) => it.path.endsWith(ending)).text;
  const [script, style] = [text('.js'), text('.css')];
  if (script.includes(MARK) || script.includes('</script')) throw new Error('the script of the report would end its element early');
  const hash = (of) => `'sha256-${createHash('sha256').update(of).digest('base64')}'`;
  const policy = `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; img-src data:; base-uri 'none'; form-action 'none'`;
  const parts = { '@@POLICY@@': policy, '@@STYLE@@': style, '@@SCRIPT@@': script };
  // As functions: a text after `$` in a replacement has a meaning of its own.
  return Object.entries(parts).reduce((page, [mark, part]) => page.replace(mark, () => part), await readFile('src/report.html', 'utf8'));
}
