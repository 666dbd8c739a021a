// The film: pictures over wall time, and below them a mark for each step in the colour of how it turned out.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { duration, moment, t } from '../words.ts';
import { useCursor, useReader, useViewed } from './context.ts';
import { framesInView, markedSteps, placeOf, timeAt } from './model/film.ts';
import type { TaskReader } from './reader.ts';

const FRAME = 112;
const ZOOMS = [1, 2, 4, 8, 16, 32];

/** The film of the whole task; a click goes to the step that was going on. */
export function Film() {
  const reader = useReader();
  const cursor = useCursor();
  const { cursor: store } = useViewed();
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ left: 0, width: 0 });
  const [zoom, setZoom] = useState(0);
  const length = Math.max(FRAME, view.width * (ZOOMS[zoom] ?? 1));
  const take = () => box.current && setView({ left: box.current.scrollLeft, width: box.current.clientWidth });
  useLayoutEffect(() => {
    take();
    const watcher = new ResizeObserver(take);
    if (box.current) watcher.observe(box.current);
    return () => watcher.disconnect();
  }, []);
  const x = placeOf(reader.timeline, reader.timeline.at(cursor.step), length);
  useEffect(() => {
    const it = box.current;
    if (it && (x < it.scrollLeft || x > it.scrollLeft + it.clientWidth)) it.scrollLeft = x - it.clientWidth / 2;
  }, [cursor.step, zoom]);
  const go = (event: MouseEvent) => {
    const from = event.currentTarget instanceof Element ? event.currentTarget.getBoundingClientRect().left : 0;
    const at = timeAt(reader.timeline, event.clientX - from, length);
    store.goTo(reader.timeline.stepAt(at), reader.count);
  };
  const { start, end } = reader.timeline;
  return (
    <section class="film" aria-label={t('film')}>
      {/* Where the film is longer than the page is wide, the arrow keys move it. */}
      <div class="film-box" ref={box} onScroll={take} tabIndex={0} role="group" aria-label={t('film')}>
        {/* The list of steps does the same by keyboard and for readers of screens. */}
        <div class="film-all" style={{ width: `${length}px` }} onClick={go} aria-hidden="true">
          {view.width > 0 && <Frames reader={reader} length={length} view={view} />}
          {view.width > 0 && <Marks reader={reader} length={length} view={view} />}
          <div class="film-now" style={{ transform: `translateX(${x}px)` }} />
        </div>
      </div>
      <div class="film-foot small quiet">
        <span class="number">{moment(start)}</span>
        <span class="film-zoom">
          <button type="button" class="is-icon" disabled={zoom === 0} aria-label={t('film_closer_less')} title={t('film_closer_less')} onClick={() => setZoom(zoom - 1)}>−</button>
          <button type="button" class="is-icon" disabled={zoom === ZOOMS.length - 1} aria-label={t('film_closer')} title={t('film_closer')} onClick={() => setZoom(zoom + 1)}>+</button>
        </span>
        <span class="number">{duration(end - start)}</span>
      </div>
    </section>
  );
}

interface FilmPart {
  reader: TaskReader;
  length: number;
  view: { left: number; width: number };
}

function Frames({ reader, length, view }: FilmPart) {
  const frames = framesInView(reader.timeline, length, view.left, view.width, FRAME);
  const steps = [...new Set(frames.map((it) => it.step))].filter((step) => step < reader.count);
  const missing = steps.filter((step) => reader.frame(step) === undefined);
  useEffect(() => void reader.needFrames(missing), [missing.join()]);
  return (
    <div class="film-frames">
      {frames.map(({ place, step }) => {
        const picture = reader.frame(step)?.pictures?.clean;
        return (
          <div key={place} class="film-frame" style={{ transform: `translateX(${place * FRAME}px)` }}>
            {picture && <img src={reader.source.picture(picture.hash)} alt="" loading="lazy" decoding="async" onError={hide} />}
          </div>
        );
      })}
    </div>
  );
}

/** A picture that is missing or damaged leaves its place empty. */
const hide = ({ currentTarget }: { currentTarget: HTMLImageElement }): void => void (currentTarget.hidden = true);

/** Marks on a canvas: thousands of them cost nothing. */
function Marks({ reader, length, view }: FilmPart) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const version = reader.changed.get();
  useEffect(() => {
    if (canvas.current) drawMarks(canvas.current, reader, length, view);
  }, [version, length, view.left, view.width]);
  return <canvas ref={canvas} class="film-marks" style={{ transform: `translateX(${view.left}px)`, width: `${view.width}px` }} />;
}

function drawMarks(canvas: HTMLCanvasElement, reader: TaskReader, length: number, view: FilmPart['view']): void {
  const ratio = devicePixelRatio;
  const height = canvas.clientHeight;
  canvas.width = Math.max(1, Math.round(view.width * ratio));
  canvas.height = Math.max(1, Math.round(height * ratio));
  const draw = canvas.getContext('2d');
  if (!draw) return;
  draw.scale(ratio, ratio);
  const style = getComputedStyle(canvas);
  const { timeline } = reader;
  const marked = markedSteps(reader.count, length);
  for (const [place, number] of marked.entries()) {
    const next = marked[place + 1];
    const from = placeOf(timeline, timeline.at(number), length) - view.left;
    const to = placeOf(timeline, next === undefined ? timeline.end : timeline.at(next), length) - view.left;
    if (to < 0 || from > view.width) continue;
    const outcome = reader.outcome(number);
    draw.fillStyle = style.getPropertyValue(outcome ? `--outcome-${outcome}` : '--line');
    draw.fillRect(from, 0, to - from > 3 ? to - from - 1 : Math.max(1, to - from), height);
  }
}
