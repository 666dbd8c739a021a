// The desktop of a task: live where the server shows it, until then the last picture of its log; the last action is drawn over it.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { about } from '../about.ts';
import { pictureAddress, type Point, type Size, type Step, type TaskPlace, type TaskRow } from '../api.ts';
import { lastPicture } from '../activity.ts';
import { useStore } from '../store.ts';
import { actionOverlays, middle, type Overlay } from '../task/model/geometry.ts';
import { aimedAction } from '../task/model/step_facts.ts';
import { Overlays } from '../task/overlays.tsx';
import { t } from '../words.ts';
import { ScreenLink, type ScreenStatus } from './link.ts';
import { pictureWidth, useSeen, useWidth } from './measure.ts';

/** What may lie over a live desktop. */
export type OverDesktop = (link: ScreenLink, status: ScreenStatus) => ComponentChildren;

/** The desktop; `perSecond` pictures at most, 10 of which is the most there is. */
export function Stage({ task, step, perSecond, over }: { task: TaskRow; step: Step | null; perSecond: number; over?: OverDesktop }) {
  const live = useStore(about)?.features.screen === true && task.process !== null;
  return live ? <Live task={task} step={step} perSecond={perSecond} over={over} /> : <Still task={task} step={step} />;
}

function Still({ task, step }: { task: TaskPlace; step: Step | null }) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const picture = lastPicture(step);
  return (
    <div class="screen" ref={frame}>
      {picture ? (
        <>
          <img src={pictureAddress(task, picture.hash)} alt={t('desktop_of', { request: step?.request ?? task.name })} />
          <LastAction step={step} origin={picture.origin} size={picture.size} scale={width / picture.size.width} />
        </>
      ) : (
        <p class="screen-none quiet">{t('desktop_none')}</p>
      )}
    </div>
  );
}

function Live({ task, step, perSecond, over }: { task: TaskRow; step: Step | null; perSecond: number; over: OverDesktop | undefined }) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [link, setLink] = useState<ScreenLink | null>(null);
  const width = useWidth(frame);
  const seen = useSeen(frame);
  useEffect(() => {
    if (!canvas.current) return undefined;
    const opened = new ScreenLink(task, canvas.current, { width: pictureWidth(frame.current?.clientWidth ?? 0), per_second: 0 });
    setLink(opened);
    return () => opened.close();
  }, [task.folder, task.name]);
  useEffect(() => {
    if (width > 0) link?.look({ width: pictureWidth(width), per_second: seen ? perSecond : 0 });
  }, [link, width, seen, perSecond]);
  return (
    <div class="screen" ref={frame}>
      <canvas ref={canvas} width={16} height={10} role="img" aria-label={t('desktop_of', { request: task.request })} />
      {link && <OverLive link={link} task={task} step={step} width={width} over={over} />}
    </div>
  );
}

function OverLive({ link, task, step, width, over }: { link: ScreenLink; task: TaskPlace; step: Step | null; width: number; over: OverDesktop | undefined }) {
  const status = useStore(link.status);
  const held = status.holder !== null;
  const picture = lastPicture(step);
  return (
    <>
      {!status.drawn && picture && <img src={pictureAddress(task, picture.hash)} alt="" />}
      {status.drawn && status.size && !held && <LastAction step={step} origin={null} size={status.size} scale={width / status.size.width} />}
      {status.is === 'lost' && <p class="screen-says">{t('desktop_lost')}</p>}
      {over?.(link, status)}
    </>
  );
}

/** The target of the last action, and a pointer at it. */
function LastAction({ step, origin, size, scale }: { step: Step | null; origin: Point | null; size: Size; scale: number }) {
  const action = aimedAction(step?.operations.at(-1)?.operation);
  const overlays = action ? actionOverlays(action, origin) : [];
  const at = overlays.map(pointOf).find((it) => it !== null);
  if (!at || scale <= 0) return null;
  const big = 1 / scale;
  return (
    <>
      <Overlays of={overlays} size={size} scale={scale} />
      <svg class="overlays" viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
        <path class="pointer" transform={`translate(${at.x} ${at.y}) scale(${big})`} d="M0 0v17l4.2-3.9 2.9 6.3 3-1.4-2.9-6.1h5.6z" />
      </svg>
    </>
  );
}

const pointOf = (overlay: Overlay): Point | null => (overlay.kind === 'target' ? middle(overlay.rect) : overlay.kind === 'point' ? overlay.at : overlay.kind === 'drag' ? overlay.to : null);
