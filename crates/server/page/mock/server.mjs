// Serves the built page with sample tasks: `node mock/server.mjs [--port 4700] [--empty] [--calm] [--no-screen]`. No part of the product.
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { auditOf, blobs, consent, ended, entriesOf, others, pictures, sampleTasks, stateAt, stepsOf, tokensOf, treeOf } from './sample.mjs';
import { reportOf } from './report.mjs';
import { accept } from './websocket.mjs';

const flag = (name) => process.argv.includes(`--${name}`);
const port = flag('port') ? Number(process.argv[process.argv.indexOf('--port') + 1]) : 4700;
const CSP = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const calm = (all) => all.filter((it) => it.process === null || it.word === 'running');
const tasks = flag('empty') ? [] : flag('calm') ? calm(sampleTasks()) : sampleTasks();
const listeners = new Set();
const shown = ({ scene, ...row }) => row;
const changed = (task) => {
  task.last = Date.now();
  for (const listener of listeners) listener(task);
};
const running = (process) => ({ state: { running: process }, word: 'running', says: `running in process ${process}`, question: null, process });
const holders = new Map();
const typed = new Map();

const file = (name) => readFileSync(new URL(`../dist/${name}`, import.meta.url));
const send = (response, status, type, body, policy = CSP) => {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store', ...(policy && { 'Content-Security-Policy': policy }), 'X-Content-Type-Options': 'nosniff' });
  response.end(body);
};
const reply = (response, value, status = 200) => send(response, status, 'application/json', JSON.stringify(value));
const refuse = (response, status, code, says) => reply(response, { error: { code, says } }, status);

createServer(async (request, response) => {
  const address = new URL(request.url, 'http://127.0.0.1');
  const path = address.pathname;
  if (!path.startsWith('/api/')) return page(path, response);
  const body = request.method === 'POST' ? JSON.parse(await text(request)) : null;
  const task = /^\/api\/tasks\/([^/]+)\/([^/]+)(?:\/(.*))?$/.exec(path);
  if (task) return oneTask(tasks.find((it) => it.name === decodeURIComponent(task[2])), task[3] ?? '', address.searchParams, body, request, response);
  return anyTask(path.slice(5), address.searchParams, body, request, response);
}).on('upgrade', (request, socket) => screen(request, socket)).listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${port}/`));

function page(path, response) {
  if (path === '/assets/app.js') return send(response, 200, 'text/javascript; charset=utf-8', file('app.js'));
  // A real server takes the token and sets a cookie.
  if (path === '/open') return response.writeHead(200, { Refresh: '0;url=/', 'Content-Type': 'text/html; charset=utf-8' }).end('<!doctype html><title>Deskpilot</title>');
  // What `deskpilot report` writes of two tasks that are over.
  if (path === '/report.html') return send(response, 200, 'text/html; charset=utf-8', reportOf(tasks.filter((it) => ['finished', 'failed'].includes(it.word)).slice(0, 2), file('report.html')), null);
  if (path === '/assets/app.css') return send(response, 200, 'text/css; charset=utf-8', file('app.css'));
  return send(response, 200, 'text/html; charset=utf-8', file('index.html'));
}

async function text(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString() || '{}';
}

function anyTask(what, query, body, request, response) {
  if (what === 'about') return reply(response, { version: '0.1.0', viewer: 'browser 2 of page 1234', port, features: { screen: !flag('no-screen') } });
  if (what === 'feed') return feed(request, response);
  if (what === 'tasks' && body) return start(body, response);
  if (what === 'tasks') return reply(response, listed(query));
  if (what === 'invitations') return reply(response, { address: `http://127.0.0.1:${port}/open?token=sample` });
  if (what === 'approvals/take-back') {
    const { rules, answers } = others.approvals;
    rules.rules = rules.rules.filter((it) => it.name !== body.rule);
    others.approvals.answers = answers.filter((it) => it.question !== body.answer);
    return reply(response, others.approvals);
  }
  if (what === 'models/test') return setTimeout(() => reply(response, { name: body.name, found: { yes: `${body.name} answers; it stops thinking, keeps schemas and sees` }, seconds: 1.5 }), 1500);
  if (what.startsWith('dataflows/')) return reply(response, others.dataflows.dataflows[0]);
  if (what === 'doctor' && query.get('deep')) return setTimeout(() => reply(response, others.doctor), 1500);
  const empty = { batches: { batches: [] }, dataflows: { dataflows: [] }, approvals: { rules: { file: null, rules: [] }, answers: [] } };
  const found = (flag('empty') ? empty[what] : null) ?? others[what];
  return found ? reply(response, found) : refuse(response, 404, 'not_found', `there is no ${what}`);
}

function listed(query) {
  const states = query.get('state')?.split(',');
  const find = query.get('find')?.toLowerCase() ?? '';
  const fit = tasks.filter((it) => (!states || states.includes(it.word)) && (it.name + it.request).toLowerCase().includes(find));
  const last = Number(query.get('last') ?? 100);
  const rows = fit.slice(-last).map((it) => ({ ...shown(it), bytes: query.get('sizes') ? it.bytes : null }));
  return { tasks: rows, left_out: Math.max(0, fit.length - last) };
}

function start(body, response) {
  if (!body.request.trim()) return refuse(response, 400, 'wrong', 'the request is empty: say what you want done');
  if (body.max_steps > 1000) return refuse(response, 400, 'wrong', `run.max_steps: ${body.max_steps} is more than 1000`);
  const name = body.name || `2026-11-21-${Date.now() % 100000}-new`;
  if (tasks.some((it) => it.name === name)) return refuse(response, 409, 'exists', `there is a task ${JSON.stringify(name)} already`);
  // A request to send something is asked about, as any other that goes on until it is stopped or handed back is not.
  const asks = /\bsend\b/i.test(body.request);
  const sample = sampleTasks().at(asks ? -2 : -1);
  const task = { ...sample, ...running(sample.process), name, request: body.request, steps: 4, started: Date.now(), last: Date.now(), own: true };
  if (asks) setTimeout(() => (Object.assign(task, { state: 'confirming', word: 'waiting', says: 'waits for approval', question: consent }), changed(task)), 400);
  tasks.push(task);
  changed(task);
  return reply(response, { folder: task.folder, name }, 201);
}

function stream(request, response) {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  const beat = setInterval(() => response.write(': here\n\n'), 15000);
  request.on('close', () => clearInterval(beat));
  return (event, data, id) => response.write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

function feed(request, response) {
  const tell = stream(request, response);
  tell('tasks', { tasks: tasks.map(shown) });
  const listener = (task) => tell('task', shown(task));
  listeners.add(listener);
  request.on('close', () => listeners.delete(listener));
}

function oneTask(task, what, query, body, request, response) {
  if (!task) return refuse(response, 404, 'not_found', 'there is no such task');
  const number = (name, otherwise) => Number(query.get(name) ?? otherwise);
  const part = (name, all) => {
    const from = number('from', 0);
    const next = Math.min(all.length, from + number('limit', 100));
    return { [name]: all.slice(from, next), next, more: next < all.length };
  };
  const step = /^steps\/(\d+)(\/tree)?$/.exec(what);
  if (body) return steered(task, what, body, response);
  if (what === '') return reply(response, detail(task));
  if (what === 'entries') return reply(response, part('entries', entriesOf(task)));
  if (what === 'steps') return reply(response, part('steps', stepsOf(task)));
  if (what === 'events') return events(task, Number(request.headers['last-event-id'] ?? number('from', 0) - 1) + 1, request, response);
  if (what === 'state') return reply(response, stateAt(task, number('at', task.steps * 8)));
  if (what === 'audit') return reply(response, auditOf(task));
  if (what === 'tokens') return reply(response, tokensOf(task));
  if (step) {
    const found = stepsOf(task)[Number(step[1])];
    if (!found) return refuse(response, 404, 'not_found', 'there is no such step');
    return reply(response, step[2] ? treeOf(task, found) : found);
  }
  const blob = what.startsWith('blobs/') ? blobs.get(what.slice(6)) : null;
  if (blob) return send(response, 200, blob.kind === 'json' ? 'application/json' : 'image/png', blob.bytes);
  return refuse(response, 404, 'not_found', `there is no ${what}`);
}

function detail(task) {
  const live = task.process === null ? null : { phase: 'working', process: task.process };
  const header = { desktop: { name: 'private X11 desktop :7', size: { width: 1280, height: 800 } }, models: [['HostAgent', 'openai/gpt-6.1-terra'], ['AppAgent', 'openai/gpt-6.1-terra']], mode: 'normal', format: 4, version: '0.1.0' };
  const rounds = [{ round: 0, request: task.request, entry: 1, at: task.started, verdict: task.state.ended ?? null }];
  return { task: shown(task), header, entries: task.steps * 8 + 1, steps: task.steps, rounds, question: task.question, live };
}

function events(task, from, request, response) {
  const tell = stream(request, response);
  let next = from;
  const more = () => {
    for (const entry of entriesOf(task).slice(next)) tell('entry', entry, (next = entry.seq + 1) - 1);
    tell('task', shown(task));
    if (task.process === null) tell('end', {});
  };
  more();
  const listener = (it) => it === task && more();
  listeners.add(listener);
  request.on('close', () => listeners.delete(listener));
}

function steered(task, what, body, response) {
  const runs = running(task.process ?? 4900);
  if (what === 'resume') Object.assign(task, runs);
  else if (task.process === null) return refuse(response, 409, 'not_running', 'no process runs this task');
  else if (what === 'answer' && body.question !== task.question?.id) return refuse(response, 409, 'late', 'question 17 is answered already, by "the terminal"');
  else if (what === 'stop' || (what === 'answer' && body.reply.consent === 'stop')) Object.assign(task, { state: 'stopped', word: 'stopped', says: 'stopped', process: null, question: null });
  else if (what === 'pause') Object.assign(task, { state: 'paused', word: 'paused', says: 'paused', question: { id: 99, wants: { hand_back: 'asked' } } });
  else if (what === 'requests') Object.assign(task, { state: 'asking', word: 'waiting', says: 'waits for an answer', question: { id: Date.now() % 1000, wants: { answers: [`What do you mean by “${body.text}”?`] } } });
  else Object.assign(task, runs);
  // What the page started is over soon after its question, or its person, is done.
  if (task.own && task.word === 'running') setTimeout(() => (Object.assign(task, ended('finished', 'done'), { process: null }), changed(task)), 400);
  changed(task);
  return reply(response, what === 'resume' ? { folder: task.folder, name: task.name } : { phase: 'working', next: task.steps * 8, question: task.question });
}

function screen(request, socket) {
  const name = decodeURIComponent(request.url.split('/')[4] ?? '');
  const task = tasks.find((it) => it.name === name);
  if (!task || flag('no-screen')) return socket.end('HTTP/1.1 404 Not Found\r\n\r\n');
  let frame = 0;
  const show = (dot, scene = task.scene) => {
    const bytes = blobs.get(pictures[scene].hash).bytes;
    const head = Buffer.alloc(20);
    head.writeUInt32BE((frame += 1), 0);
    for (const [at, value] of [0, 0, 1280, 800, 1280, 800].entries()) head.writeUInt16BE(value, 4 + at * 2);
    head[16] = 1;
    head[17] = 1;
    if (dot !== false) peer.show(Buffer.concat([head, bytes]));
  };
  const peer = accept(request, socket, (order) => {
    const [kind] = Object.keys(order);
    if (kind === 'look') {
      peer.say({ holder: holders.get(task.name) ?? null });
      return show(order.look.per_second > 0);
    }
    if (kind === 'drawn') return undefined;
    if (kind === 'copy') return peer.say({ clipboard: typed.get(task.name) ?? 'what was copied' });
    if (kind === 'take' || kind === 'give') {
      holders.set(task.name, kind === 'take' ? { by: 'browser 2 of page 1234', mine: true } : null);
      steered(task, kind === 'take' ? 'pause' : 'hand-back', {}, { writeHead() {}, end() {} });
      return peer.say({ holder: holders.get(task.name) });
    }
    if (!holders.get(task.name)) return peer.say({ dropped: { why: 'not_held' } });
    console.log(JSON.stringify(order));
    if (kind !== 'text') return undefined;
    typed.set(task.name, (typed.get(task.name) ?? '') + order.text);
    return show(true, 'mail');
  }, () => undefined);
  peer.say({ screen: { width: 1280, height: 800 } });
}

// The running sample goes on, so that the page has something to follow.
setInterval(() => {
  for (const task of tasks.filter((it) => it.word === 'running' && !it.own)) {
    task.steps = Math.min(task.steps + 1, 400);
    changed(task);
  }
}, 5000);
