// Groups as bars and sums as a line, each with its numbers in words.
import type { Size } from '../api.ts';
import type { Group } from './batch_facts.ts';

/** A bar for each group, with its number in words. */
export function Bars({ groups, part, says, most, choose, chosen = null }: {
  groups: readonly Group[];
  part: (group: Group) => number;
  says: (group: Group) => string;
  most?: number;
  choose?: (name: string) => void;
  chosen?: string | null;
}) {
  const top = most ?? Math.max(...groups.map(part), 1);
  return (
    <ul class="bars">
      {groups.map((it) => (
        <li key={it.name}>
          {choose ? <button type="button" class="is-plain" aria-pressed={it.name === chosen} onClick={() => choose(it.name)}>{it.name}</button> : <span dir="auto">{it.name}</span>}
          <meter min={0} max={top} value={part(it)} aria-label={it.name} />
          <span class="number small">{says(it)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The picture of a plot. */
export const PLOT: Size = { width: 320, height: 90 };

/** A line through these points, with what is under it filled. */
export function Plot({ points, says }: { points: string; says: string }) {
  const { width, height } = PLOT;
  const [first, last] = [points.split(',')[0] ?? '0', points.split(' ').at(-1)?.split(',')[0] ?? String(width)];
  return (
    <>
      <svg class="plot" viewBox={`-2 -4 ${width + 4} ${height + 6}`} role="img" aria-label={says} preserveAspectRatio="none">
        <polygon points={`${first},${height} ${points} ${last},${height}`} />
        <polyline points={points} />
      </svg>
      <p class="small quiet">{says}</p>
    </>
  );
}
