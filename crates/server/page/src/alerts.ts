// Sound and notification for what needs the person: repeated until it is answered, once when a task is done.
import type { TaskRow } from './api.ts';
import { feed, leads } from './feed.ts';
import { taskAddress } from './routes.ts';
import { go } from './router.ts';
import { choose, settings } from './settings.ts';
import { alertsBetween, keyOf, waiting } from './task_rows.ts';
import { visible } from './visible_text.ts';
import { t } from './words.ts';

/** Whether the browser shows notifications of this page. */
export const alertsAllowed = (): boolean => typeof Notification !== 'undefined' && Notification.permission === 'granted';

/** Switches alerts on; called from a click, which browsers want for both. */
export async function askForAlerts(): Promise<void> {
  choose({ alerts: true });
  sound('done');
  if (typeof Notification !== 'undefined' && Notification.permission === 'default') await Notification.requestPermission();
  // Told again, so that views show what the browser said.
  settings.set({ ...settings.get() });
}

/** Milliseconds between two sounds for the same question. */
const REPEATED = 20_000;

/** Tells of questions and ends from now on. */
export function followAlerts(): void {
  let before = feed.get();
  feed.follow(() => {
    const after = feed.get();
    const { asks, ended } = before.ready ? alertsBetween(before.tasks, after.tasks) : { asks: [], ended: [] };
    before = after;
    if (!leads.get() || !settings.get().alerts) return;
    for (const task of asks) notify(t('alert_asks'), task, '/questions');
    for (const task of ended) notify(t(task.word === 'failed' ? 'alert_failed' : 'alert_done'), task, taskAddress(task));
    if (asks.length > 0) sound('asks');
    else if (ended.length > 0) sound('done');
  });
  setInterval(() => {
    const waits = waiting(feed.get().tasks).length > 0;
    if (waits && leads.get() && settings.get().alerts) sound('asks');
  }, REPEATED);
}

function notify(title: string, task: TaskRow, address: string): void {
  if (!alertsAllowed()) return;
  const notification = new Notification(title, { body: visible(task.request), tag: keyOf(task) });
  notification.onclick = () => {
    window.focus();
    go(address);
    notification.close();
  };
}

let audio: AudioContext | null = null;

/** Two soft tones: rising where something is asked, falling where something is done. */
function sound(what: 'asks' | 'done'): void {
  audio ??= new AudioContext();
  void audio.resume();
  const tones = what === 'asks' ? [587, 880] : [784, 523];
  for (const [at, tone] of tones.entries()) {
    const begins = audio.currentTime + at * 0.16;
    const oscillator = new OscillatorNode(audio, { frequency: tone, type: 'sine' });
    const gain = new GainNode(audio, { gain: 0 });
    gain.gain.setTargetAtTime(0.12, begins, 0.01);
    gain.gain.setTargetAtTime(0, begins + 0.14, 0.06);
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(begins);
    oscillator.stop(begins + 0.6);
  }
}
