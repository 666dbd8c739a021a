// Requests to the server of this page. Errors are sentences for the person, in `ApiError`.
import type * as shapes from './shapes.ts';
import type { TaskPlace } from './shapes.ts';
import { t } from './words.ts';

export type * from './shapes.ts';

/** A request that the server refused, or that did not reach it. */
export class ApiError extends Error {
  constructor(
    /** The code of docs/api.md; `offline` where no reply came. */
    readonly code: string,
    readonly status: number,
    says: string,
  ) {
    super(says);
  }
}

/** What the viewer of a task reads: the server, or a report's own data. */
export interface TaskSource {
  /** Whether entries may still come. */
  readonly live: boolean;
  task(signal?: AbortSignal): Promise<shapes.TaskDetail>;
  entries(from: number, limit: number, signal?: AbortSignal): Promise<shapes.EntryPage>;
  steps(from: number, limit: number, signal?: AbortSignal): Promise<shapes.StepPage>;
  step(number: number, signal?: AbortSignal): Promise<shapes.Step>;
  tree(step: number, entry: number | null, signal?: AbortSignal): Promise<shapes.StepTree>;
  state(at: number | null, signal?: AbortSignal): Promise<shapes.StateAt>;
  tokens(signal?: AbortSignal): Promise<unknown>;
  audit(signal?: AbortSignal): Promise<shapes.Audit>;
  json(hash: string, signal?: AbortSignal): Promise<unknown>;
  /** The address of a picture. */
  picture(hash: string): string;
}

/** The task as the server has it. */
export function serverSource(place: TaskPlace): TaskSource {
  const at = taskPath(place);
  return {
    live: true,
    task: (signal) => read(at, {}, signal),
    entries: (from, limit, signal) => read(`${at}/entries`, { from, limit }, signal),
    steps: (from, limit, signal) => read(`${at}/steps`, { from, limit }, signal),
    step: (number, signal) => read(`${at}/steps/${number}`, {}, signal),
    tree: (step, entry, signal) => read(`${at}/steps/${step}/tree`, { entry }, signal),
    state: (seq, signal) => read(`${at}/state`, { at: seq }, signal),
    tokens: (signal) => read(`${at}/tokens`, {}, signal),
    audit: (signal) => read(`${at}/audit`, {}, signal),
    json: (hash, signal) => read(`${at}/blobs/${hash}`, {}, signal),
    picture: (hash) => pictureAddress(place, hash),
  };
}

/** The address of a picture of the task's log. */
export const pictureAddress = (place: TaskPlace, hash: string): string => `${taskPath(place)}/blobs/${encodeURIComponent(hash)}`;

/** The path of the task in the interface. */
export const taskPath = ({ folder, name }: TaskPlace): string => `/api/tasks/${encodeURIComponent(folder)}/${encodeURIComponent(name)}`;

/** Which tasks a list has. */
export interface TaskQuery {
  state?: string | null;
  find?: string | null;
  last?: number | null;
  sizes?: boolean | null;
}

/** Requests that are about no single task. */
export const api = {
  about: (signal?: AbortSignal) => read<shapes.About>('/api/about', {}, signal),
  tasks: (query: TaskQuery, signal?: AbortSignal) => read<shapes.TaskList>('/api/tasks', { ...query }, signal),
  options: (signal?: AbortSignal) => read<shapes.Options>('/api/options', {}, signal),
  doctor: (deep: boolean, signal?: AbortSignal) => read<{ checks: shapes.Check[] }>('/api/doctor', { deep }, signal),
  applications: (signal?: AbortSignal) => read<{ applications: shapes.ApplicationRow[] }>('/api/applications', {}, signal),
  models: (signal?: AbortSignal) => read<{ models: shapes.ModelRow[] }>('/api/models', {}, signal),
  testModel: (name: string) => send<shapes.ModelTest>('/api/models/test', { name }),
  dataflows: (signal?: AbortSignal) => read<{ dataflows: shapes.DataflowRow[] }>('/api/dataflows', {}, signal),
  dataflow: (folder: string, signal?: AbortSignal) => read<shapes.Dataflow>(`/api/dataflows/${encodeURIComponent(folder)}`, {}, signal),
  batches: (signal?: AbortSignal) => read<{ batches: shapes.BatchRow[] }>('/api/batches', {}, signal),
  approvals: (signal?: AbortSignal) => read<shapes.Approvals>('/api/approvals', {}, signal),
  takeBack: (what: { rule: string } | { answer: string }) => send<shapes.Approvals>('/api/approvals/take-back', what),
  invite: () => send<{ address: string }>('/api/invitations', {}),
  start: (task: shapes.NewTask) => send<TaskPlace>('/api/tasks', task),
};

/** Answers and steers one task. */
export const steer = {
  answer: (task: TaskPlace, question: number, reply: shapes.Reply) => send<shapes.Steered>(`${taskPath(task)}/answer`, { question, reply }),
  stop: (task: TaskPlace) => send<shapes.Steered>(`${taskPath(task)}/stop`, {}),
  pause: (task: TaskPlace) => send<shapes.Steered>(`${taskPath(task)}/pause`, {}),
  handBack: (task: TaskPlace) => send<shapes.Steered>(`${taskPath(task)}/hand-back`, {}),
  request: (task: TaskPlace, text: string) => send<shapes.Steered>(`${taskPath(task)}/requests`, { text }),
  resume: (task: TaskPlace, request: string | null) => send<TaskPlace>(`${taskPath(task)}/resume`, { request }),
};

type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

function read<T>(path: string, query: Query, signal?: AbortSignal): Promise<T> {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' || value === false ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  const address = parameters.length > 0 ? `${path}?${parameters.join('&')}` : path;
  return reply<T>(address, signal ? { signal } : {});
}

function send<T>(path: string, body: object): Promise<T> {
  return reply<T>(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
}

async function reply<T>(address: string, init: RequestInit): Promise<T> {
  const response = await fetch(address, init).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError('offline', 0, t('offline'));
  });
  const text = await response.text();
  if (!response.ok) throw refusal(response.status, text);
  return JSON.parse(text) as T;
}

function refusal(status: number, text: string): ApiError {
  try {
    const { error } = JSON.parse(text) as { error: { code: string; says: string } };
    return new ApiError(error.code, status, error.code === 'no_cookie' ? t('no_cookie') : error.says);
  } catch {
    return new ApiError('failed', status, t('odd_reply', { status: String(status) }));
  }
}
