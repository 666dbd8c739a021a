// A picture that can be looked at closely, with what is drawn over it from data.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Point, Size } from '../api.ts';
import { t } from '../words.ts';
import { fit, keepInFrame, pixelAt, zoomAt, type Overlay, type Placement } from './model/geometry.ts';
import { Overlays } from './overlays.tsx';

/** What a picture is made of. */
export interface PictureProps {
  /** The address of the picture, or one that was computed. */
  image: string | ImageData;
  size: Size;
  alt: string;
  overlays: readonly Overlay[];
  /** Told where somebody clicked, in pixels of the picture. */
  pick?: (at: Point) => void;
}

const CLOSEST = 16;

/** The picture in a frame: fitted at first; zoomed with Ctrl and the wheel, buttons or keys; dragged with the pointer. */
export function PictureFrame({ image, size, alt, overlays, pick }: PictureProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<Size>({ width: 0, height: 0 });
  const [placed, setPlaced] = useState<Placement | null>(null);
  const [at, setAt] = useState<Point | null>(null);
  useLayoutEffect(() => {
    const take = () => frame.current && setRoom({ width: frame.current.clientWidth, height: frame.current.clientHeight });
    take();
    const watcher = new ResizeObserver(take);
    if (frame.current) watcher.observe(frame.current);
    return () => watcher.disconnect();
  }, []);
  const [failed, setFailed] = useState('');
  useEffect(() => setPlaced(null), [size.width, size.height]);
  const placement = placed ?? fit(size, room);
  const zoom = (scale: number, about: Point = { x: room.width / 2, y: room.height / 2 }) => {
    const least = fit(size, room).scale;
    if (scale <= least) setPlaced(null);
    else setPlaced(keepInFrame(zoomAt(placement, about, Math.min(CLOSEST, scale)), size, room));
  };
  const inFrame = (event: MouseEvent): Point => {
    const box = frame.current?.getBoundingClientRect();
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
  };
  const drag = useDrag((dx, dy) => setPlaced(keepInFrame({ ...placement, x: placement.x + dx, y: placement.y + dy }, size, room)));
  const wheel = (event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    zoom(placement.scale * Math.exp(-event.deltaY / 300), inFrame(event));
  };
  useWheel(frame, wheel);
  const style = { transform: `translate(${placement.x}px, ${placement.y}px) scale(${placement.scale})`, width: `${size.width}px`, height: `${size.height}px` };
  return (
    <div class="picture">
      <div
        ref={frame}
        class={`picture-frame${placement.scale >= 2 ? ' is-close' : ''}`}
        onPointerDown={drag.down}
        onPointerMove={(event) => setAt(pixelAt(placement, inFrame(event)))}
        onPointerLeave={() => setAt(null)}
        onDblClick={(event) => zoom(placed ? 0 : Math.max(1, placement.scale * 2), inFrame(event))}
        onClick={(event) => !drag.moved() && pick?.(pixelAt(placement, inFrame(event)))}
      >
        {room.width > 0 && (
          <div class="picture-all" style={style}>
            {typeof image === 'string' ? <img src={image} width={size.width} height={size.height} alt={alt} draggable={false} hidden={failed === image} onError={() => setFailed(image)} /> : <Computed image={image} alt={alt} />}
            <Overlays of={overlays} size={size} scale={placement.scale} />
          </div>
        )}
        {failed === image && <p class="picture-failed">{t('picture_failed')}</p>}
      </div>
      <div class="picture-tools">
        <span class="number small quiet">{at && at.x >= 0 && at.y >= 0 && at.x < size.width && at.y < size.height ? `${Math.floor(at.x)}, ${Math.floor(at.y)}` : `${size.width} × ${size.height}`}</span>
        <button type="button" class="is-icon" aria-label={t('zoom_out')} title={t('zoom_out')} onClick={() => zoom(placement.scale / 1.6)}>−</button>
        <button type="button" class="is-icon number picture-scale" title={t('zoom_fit')} onClick={() => setPlaced(null)}>{Math.round(placement.scale * 100)} %</button>
        <button type="button" class="is-icon" aria-label={t('zoom_in')} title={t('zoom_in')} onClick={() => zoom(placement.scale * 1.6)}>+</button>
      </div>
    </div>
  );
}

function Computed({ image, alt }: { image: ImageData; alt: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    canvas.current?.getContext('2d')?.putImageData(image, 0, 0);
  }, [image]);
  return <canvas ref={canvas} width={image.width} height={image.height} role="img" aria-label={alt} />;
}

/** Dragging with a pointer, and whether the last press moved: then it is no click. */
function useDrag(move: (dx: number, dy: number) => void): { down: (event: PointerEvent) => void; moved: () => boolean } {
  const moved = useRef(false);
  const latest = useRef(move);
  latest.current = move;
  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    moved.current = false;
    let [x, y] = [event.clientX, event.clientY];
    const follow = (next: PointerEvent) => {
      if (Math.hypot(next.clientX - x, next.clientY - y) < 3 && !moved.current) return;
      moved.current = true;
      latest.current(next.clientX - x, next.clientY - y);
      [x, y] = [next.clientX, next.clientY];
    };
    const end = () => {
      removeEventListener('pointermove', follow);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
    };
    addEventListener('pointermove', follow);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
  };
  return { down, moved: () => moved.current };
}

/** The wheel with Ctrl zooms the picture instead of the page, which only a listener that is not passive can do. */
function useWheel(frame: { current: HTMLElement | null }, wheel: (event: WheelEvent) => void): void {
  const latest = useRef(wheel);
  latest.current = wheel;
  useEffect(() => {
    const it = frame.current;
    const listen = (event: WheelEvent) => latest.current(event);
    it?.addEventListener('wheel', listen, { passive: false });
    return () => it?.removeEventListener('wheel', listen);
  }, []);
}
