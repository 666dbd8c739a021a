// A report of sample tasks, as docs/api.md describes it and `deskpilot report` writes it.
import { gzipSync } from 'node:zlib';
import { auditOf, blobs, entriesOf, stateAt, stepsOf, tokensOf } from './sample.mjs';

/** The page of the report with these tasks in it. */
export function reportOf(tasks, page) {
  const pictures = Object.fromEntries([...blobs].filter(([, it]) => it.kind === 'png').map(([hash, it]) => [hash, it.bytes.toString('base64')]));
  const report = { version: '0.1.0', tasks: tasks.map((it) => ({ folder: it.folder, name: it.name, replies: packed(it) })), pictures };
  return page.toString().replace('@@REPORT@@', () => JSON.stringify(report).replaceAll('<', '\\u003c'));
}

function packed(task) {
  const at = `/api/tasks/${task.folder}/${task.name}`;
  const steps = stepsOf(task);
  const entries = entriesOf(task);
  const { scene, ...row } = task;
  const rounds = [{ round: 0, request: task.request, entry: 1, at: task.started, verdict: task.state.ended ?? null }];
  const replies = {
    [at]: { task: row, header: null, entries: entries.length, steps: steps.length, rounds, question: null, live: null },
    [`${at}/entries`]: { entries },
    [`${at}/steps`]: { steps },
    [`${at}/tokens`]: tokensOf(task),
    [`${at}/audit`]: auditOf(task),
  };
  for (const step of steps) {
    const last = step.entry + 7;
    replies[`${at}/state?at=${last}`] = stateAt(task, last);
    for (const { prompt } of step.replies) replies[`${at}/blobs/${prompt.hash}`] = JSON.parse(blobs.get(prompt.hash).bytes.toString());
  }
  return gzipSync(JSON.stringify(replies)).toString('base64');
}
