// Targets, drags and numbers over a picture, as lines that stay thin however near one looks.
import type { Point, Rect, Size } from '../api.ts';
import { labelsWithRoom, type Overlay } from './model/geometry.ts';

/** Everything that is drawn over a picture of this size. */
export function Overlays({ of, size, scale }: { of: readonly Overlay[]; size: Size; scale: number }) {
  const thin = 1 / Math.max(scale, 0.01);
  const labelled = labelsWithRoom(of, scale);
  return (
    <svg class="overlays" viewBox={`0 0 ${size.width} ${size.height}`} width={size.width} height={size.height} aria-hidden="true">
      {of.map((overlay, at) => (
        <Shape key={at} overlay={overlay} thin={thin} labelled={labelled.has(at)} />
      ))}
    </svg>
  );
}

/** `thin` is how many pixels of the picture one of the screen is. */
function Shape({ overlay, thin, labelled }: { overlay: Overlay; thin: number; labelled: boolean }) {
  switch (overlay.kind) {
    case 'target':
    case 'changed':
    case 'chosen':
      return <Box rect={overlay.rect} kind={overlay.kind} thin={thin} />;
    case 'point':
      return <Cross at={overlay.at} thin={thin} />;
    case 'drag':
      return <Arrow from={overlay.from} to={overlay.to} thin={thin} />;
    case 'number':
      return <Label label={labelled ? String(overlay.label) : ''} rect={overlay.rect} thin={thin} />;
  }
}

function Box({ rect, kind, thin }: { rect: Rect; kind: string; thin: number }) {
  const out = kind === 'target' ? 3 * thin : 0;
  return (
    <g class={`overlay is-${kind}`}>
      <rect x={rect.x - out} y={rect.y - out} width={rect.width + 2 * out} height={rect.height + 2 * out} rx={2 * thin} />
    </g>
  );
}

function Cross({ at: { x, y }, thin }: { at: Point; thin: number }) {
  return (
    <g class="overlay is-target">
      <circle cx={x} cy={y} r={12 * thin} />
      <path d={`M${x - 18 * thin} ${y}h${36 * thin}M${x} ${y - 18 * thin}v${36 * thin}`} />
    </g>
  );
}

function Arrow({ from, to, thin }: { from: Point; to: Point; thin: number }) {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const wing = (turn: number) => `${to.x - 14 * thin * Math.cos(angle + turn)} ${to.y - 14 * thin * Math.sin(angle + turn)}`;
  return (
    <g class="overlay is-drag">
      <circle cx={from.x} cy={from.y} r={5 * thin} />
      <path d={`M${from.x} ${from.y}L${to.x} ${to.y}M${wing(0.45)}L${to.x} ${to.y}L${wing(-0.45)}`} />
    </g>
  );
}

function Label({ label, rect, thin }: { label: string; rect: Rect; thin: number }) {
  const [width, height] = [(label.length * 6.4 + 5) * thin, 13 * thin];
  return (
    <g class="overlay is-number">
      <rect class="number-edge" x={rect.x} y={rect.y} width={rect.width} height={rect.height} />
      {label && <rect class="number-back" x={rect.x} y={rect.y} width={width} height={height} />}
      {label && <text x={rect.x + width / 2} y={rect.y + 10 * thin} font-size={10.5 * thin}>{label}</text>}
    </g>
  );
}
