// The frame around every view: where to go, what is going on now, and how to stop it.
import { useEffect, useRef, useState } from 'preact/hooks';
import { feed } from './feed.ts';
import { useKeys } from './keys.ts';
import { find } from './routes.ts';
import { go, usePlace } from './router.ts';
import { settings } from './settings.ts';
import { Boundary } from './shell/boundary.tsx';
import { NotFound } from './shell/not_found.tsx';
import { Notice } from './shell/notice.tsx';
import { Now } from './shell/now.tsx';
import { Keys, Preferences } from './shell/preferences.tsx';
import { useStore } from './store.ts';
import { connection } from './streams.ts';
import { waiting } from './task_rows.ts';
import { views } from './views.tsx';
import { t, type Word } from './words.ts';

/** The places of the navigation, with the letter that goes there after `g`. */
const PLACES: readonly { href: string; word: Word; key: string }[] = [
  { href: '/', word: 'nav_wall', key: 'w' },
  { href: '/questions', word: 'nav_questions', key: 'q' },
  { href: '/tasks', word: 'nav_tasks', key: 't' },
  { href: '/batches', word: 'nav_batches', key: 'b' },
  { href: '/dataflow', word: 'nav_dataflow', key: 'f' },
  { href: '/approvals', word: 'nav_approvals', key: 'a' },
  { href: '/works', word: 'nav_works', key: 'd' },
];

/** The whole page. */
export function App() {
  useStore(settings);
  const { path } = usePlace();
  const waits = waiting(useStore(feed).tasks).length;
  const [open, setOpen] = useState<'keys' | 'preferences' | null>(null);
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    document.title = waits > 0 ? `(${waits}) Deskpilot` : 'Deskpilot';
  }, [waits]);
  const nav = useRef<HTMLElement>(null);
  useFocusOfView(path, main);
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current]');
    // Only the bar is scrolled, where it is too narrow for all places.
    if (current) nav.current?.scrollTo({ left: current.offsetLeft - nav.current.offsetLeft - 40 });
  }, [path]);
  useKeys([
    { keys: '?', says: t('key_help'), run: () => setOpen('keys') },
    { keys: 'n', says: t('new_task'), run: () => go('/start') },
    ...PLACES.map(({ href, word, key }) => ({ keys: `g ${key}`, says: t('key_go', { where: t(word) }), run: () => go(href) })),
  ]);
  const found = find(views, path);
  const Shown = found?.route.show ?? NotFound;
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => (event.preventDefault(), main.current?.focus())}>
        {t('skip')}
      </a>
      <header class="top">
        <div class="bar">
          <a class="brand" href="/" aria-label="Deskpilot">
            <svg viewBox="0 0 16 16" aria-hidden="true"><rect width="16" height="16" rx="4" /><path d="M5 3.5v8l2.2-2 1.5 3 1.6-.8-1.5-2.9h2.9z" /></svg>
            <span>Deskpilot</span>
          </a>
          <nav ref={nav} aria-label={t('nav')}>
            {PLACES.map(({ href, word }) => (
              <a key={href} href={href} aria-current={path === href ? 'page' : undefined}>
                {t(word)}
                {href === '/questions' && waits > 0 && <span class="count">{waits}</span>}
              </a>
            ))}
          </nav>
          <div class="bar-end">
            <a class="button is-main new-task" href="/start" aria-label={t('new_task')}><span aria-hidden="true">+</span> <span class="is-wide-only">{t('new_task')}</span></a>
            <button type="button" class="is-icon" aria-label={t('settings')} title={t('settings')} onClick={() => setOpen('preferences')}>
              <svg viewBox="0 0 20 20" aria-hidden="true"><path d="M3 6h8m4 0h2M3 14h2m4 0h8" /><circle cx="13" cy="6" r="2" /><circle cx="7" cy="14" r="2" /></svg>
            </button>
            <button type="button" class="is-icon is-wide-only" aria-label={t('keys')} title={`${t('keys')} (?)`} onClick={() => setOpen('keys')}>?</button>
          </div>
        </div>
        <Now />
      </header>
      <p class="unseen" role="status">{waits > 0 ? t('now_waiting', { n: waits }) : ''}</p>
      <ConnectionNotice />
      <main id="main" ref={main} tabIndex={-1}>
        <Boundary key={path}>
          <Shown parameters={found?.parameters ?? {}} />
        </Boundary>
      </main>
      {open === 'keys' && <Keys close={() => setOpen(null)} />}
      {open === 'preferences' && <Preferences close={() => setOpen(null)} />}
    </>
  );
}

/** Readers of screens begin at the view after a move, as after loading a page. */
function useFocusOfView(path: string, main: { current: HTMLElement | null }): void {
  const first = useRef(true);
  useEffect(() => {
    if (first.current) first.current = false;
    else main.current?.focus({ preventScroll: true });
  }, [path]);
}

function ConnectionNotice() {
  const is = useStore(connection);
  if (is === 'here') return null;
  return <Notice tone="problem">{t(is === 'refused' ? 'no_cookie' : 'lost')}</Notice>;
}
