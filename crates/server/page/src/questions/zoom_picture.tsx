// A picture that a click shows as large as it is, at the place of the click.
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../words.ts';

/** The picture, small or large. */
export function ZoomPicture({ address, says }: { address: string; says: string }) {
  const frame = useRef<HTMLButtonElement>(null);
  const [at, setAt] = useState<{ x: number; y: number } | null>(null);
  useEffect(() => {
    const box = frame.current;
    if (!box || !at) return;
    box.scrollTo(at.x * box.scrollWidth - box.clientWidth / 2, at.y * box.scrollHeight - box.clientHeight / 2);
  }, [at]);
  const toggle = (event: MouseEvent) => {
    const image = (event.currentTarget as Element).querySelector('img')?.getBoundingClientRect();
    if (at || !image) return setAt(null);
    // A key has no place: it looks at the middle.
    const pointed = event.detail > 0;
    return setAt(pointed ? { x: (event.clientX - image.x) / image.width, y: (event.clientY - image.y) / image.height } : { x: 0.5, y: 0.5 });
  };
  return (
    <button ref={frame} type="button" class={`zoom ${at ? 'is-large' : ''}`} aria-label={`${t(at ? 'picture_smaller' : 'picture_larger')}: ${says}`} onClick={toggle}>
      <img src={address} alt="" />
    </button>
  );
}
