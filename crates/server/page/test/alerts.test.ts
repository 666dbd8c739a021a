import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import type { TaskRow } from '../src/shapes.ts';

/** What a person noticed: the titles of notifications, and the tones of sounds. */
const noticed: (string | number)[] = [];

class Notice {
  static permission = 'granted';
  constructor(title: string) {
    noticed.push(title);
  }
}

class Sounds {
  currentTime = 0;
  destination = {};
  async resume(): Promise<void> {}
}

class Tone {
  constructor(_: unknown, { frequency }: { frequency: number }) {
    noticed.push(frequency);
  }
  connect<T>(to: T): T {
    return to;
  }
  start(): void {}
  stop(): void {}
}

class Loudness {
  gain = { setTargetAtTime: () => undefined };
  connect(): void {}
}

Object.assign(globalThis, { location: { pathname: '/', search: '' }, Notification: Notice, AudioContext: Sounds, OscillatorNode: Tone, GainNode: Loudness });

const row = (rest: Partial<TaskRow>): TaskRow => ({ folder: 'f', name: 'a', started: 1, last: 1, word: 'running', process: 7, question: null, request: 'do it', ...rest }) as TaskRow;
const ASKS = row({ word: 'waiting', question: { id: 1, wants: { answers: ['?'] } } });
const RISES = [587, 880];
const FALLS = [784, 523];
const REPEATED = 20_000;

test('a question is told with a sound that comes again until it is answered, and an end once, by one tab alone', async () => {
  // The page's modules look at the address as they load.
  const { followAlerts } = await import('../src/alerts.ts');
  const { feed, leads } = await import('../src/feed.ts');
  const { settings } = await import('../src/settings.ts');
  const { table } = await import('../src/words.ts');
  const become = (task: TaskRow) => feed.set({ ready: true, tasks: [task] });
  const told = () => noticed.splice(0);
  mock.timers.enable({ apis: ['setInterval'] });
  try {
    settings.set({ language: 'en', theme: 'system', alerts: true });
    leads.set(true);
    become(row({}));
    followAlerts();
    become(ASKS);
    assert.deepEqual(told(), [table.alert_asks.en, ...RISES]);
    mock.timers.tick(REPEATED);
    assert.deepEqual(told(), RISES);
    mock.timers.tick(REPEATED);
    assert.deepEqual(told(), RISES);
    become(row({}));
    mock.timers.tick(2 * REPEATED);
    assert.deepEqual(told(), []);
    become(row({ word: 'finished', process: null }));
    assert.deepEqual(told(), [table.alert_done.en, ...FALLS]);
    mock.timers.tick(2 * REPEATED);
    assert.deepEqual(told(), []);
    leads.set(false);
    become(ASKS);
    mock.timers.tick(2 * REPEATED);
    assert.deepEqual(told(), []);
    leads.set(true);
    settings.set({ language: 'en', theme: 'system', alerts: false });
    mock.timers.tick(2 * REPEATED);
    assert.deepEqual(told(), [], 'nobody asked for sounds');
  } finally {
    mock.timers.reset();
  }
});
