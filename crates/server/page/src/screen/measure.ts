// What of an element is seen: its width, and whether it is in view at all.
import { useEffect, useState } from 'preact/hooks';

/** The width of the element in pixels of the page; 0 until it is laid out. */
export function useWidth(element: { current: Element | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const watched = element.current;
    if (!watched) return undefined;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.round(entry.contentRect.width)));
    observer.observe(watched);
    return () => observer.disconnect();
  }, []);
  return width;
}

/** Whether somebody could see the element: it is scrolled into view, and the page is in front. */
export function useSeen(element: { current: Element | null }): boolean {
  const [inView, setInView] = useState(false);
  const [inFront, setInFront] = useState(!document.hidden);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry && setInView(entry.isIntersecting));
    if (element.current) observer.observe(element.current);
    const turned = () => setInFront(!document.hidden);
    document.addEventListener('visibilitychange', turned);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', turned);
    };
  }, []);
  return inView && inFront;
}

/** Steps of width in which pictures are asked for, so that dragging a window's edge asks for few. */
const STEP = 160;

/** How wide pictures are to be for an element of this width on this display. */
export const pictureWidth = (width: number): number =>
  Math.min(3840, Math.max(STEP, Math.ceil((width * Math.min(devicePixelRatio, 2)) / STEP) * STEP));
