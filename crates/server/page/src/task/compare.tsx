// Two tasks side by side: their steps in pairs, the first difference marked, the pictures of a pair.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { serverSource, type Step, type TaskPlace, type TaskSource } from '../api.ts';
import { useKeys } from '../keys.ts';
import { usePlace } from '../router.ts';
import { taskAddress } from '../routes.ts';
import { Empty, Notice, Shown } from '../shell/notice.tsx';
import { useLoaded } from '../store.ts';
import { t } from '../words.ts';
import { useAsked } from './context.ts';
import type { Address } from './cursor.ts';
import { align, firstDivergence, sketch, type Pair, type StepSketch } from './model/divergence.ts';
import { actionOverlays } from './model/geometry.ts';
import { actionText, aimedAction, observationBefore, outcomeOf } from './model/step_facts.ts';
import { OutcomeMark } from './outcome.tsx';
import { PictureFrame } from './picture.tsx';
import { pageAddress } from './view.tsx';
import { VirtualList } from './virtual_list.tsx';

const ROW = 56;
const PIECE = 500;

/** A task that is compared: what each of its steps did. */
interface Side {
  place: TaskPlace;
  source: TaskSource;
  link: string;
  request: string;
  sketches: StepSketch[];
}

/** The view of `/compare?a=F/T&b=F/T`. */
export function CompareView() {
  const { query } = usePlace();
  const [a, b] = [placeOf(query.get('a')), placeOf(query.get('b'))];
  if (!a || !b) return <Empty title={t('compare_what')}><p>{t('compare_how')}</p><a class="button" href="/tasks">{t('nav_tasks')}</a></Empty>;
  return <Comparison key={`${query.get('a')} ${query.get('b')}`} a={a} b={b} from={SERVER} />;
}

/** Where the compared tasks come from, and where the page of each is. */
export interface Compared {
  source: (place: TaskPlace) => TaskSource;
  link: (place: TaskPlace) => string;
  address: Address;
}

const SERVER: Compared = { source: serverSource, link: taskAddress, address: pageAddress };

/** The task that `F/T` names. */
export function placeOf(text: string | null): TaskPlace | null {
  const [folder = '', ...name] = (text ?? '').split('/');
  return folder && name.length > 0 ? { folder, name: name.join('/') } : null;
}

/** Two tasks side by side. */
export function Comparison({ a, b, from }: { a: TaskPlace; b: TaskPlace; from: Compared }) {
  const loaded = useLoaded(`${a.folder}/${a.name} ${b.folder}/${b.name}`, (signal) => Promise.all([sideOf(a, from, signal), sideOf(b, from, signal)]));
  return <Shown of={loaded}>{([left, right]) => <Pairs left={left} right={right} address={from.address} />}</Shown>;
}

async function sideOf(place: TaskPlace, from: Compared, signal: AbortSignal): Promise<Side> {
  const source = from.source(place);
  const { task } = await source.task(signal);
  const sketches: StepSketch[] = [];
  for (let more = true; more; ) {
    const page = await source.steps(sketches.length, PIECE, signal);
    sketches.push(...page.steps.map((step) => sketch(step, `${task.log_dir}/${task.name}/`)));
    more = page.more && page.steps.length > 0;
  }
  return { place, source, link: from.link(place), request: task.request, sketches };
}

function Pairs({ left, right, address }: { left: Side; right: Side; address: Address }) {
  const pairs = useMemo(() => align(left.sketches, right.sketches), [left, right]);
  const first = firstDivergence(pairs);
  const asked = Number(address.read().get('pair') ?? first ?? 0);
  const [chosen, setChosen] = useState(Math.max(0, Math.min(pairs.length - 1, asked || 0)));
  const choose = (to: number) => setChosen(Math.max(0, Math.min(pairs.length - 1, to)));
  useEffect(() => address.write({ pair: String(chosen) }), [chosen]);
  useKeys([
    { keys: 'j', says: t('step_after'), run: () => choose(chosen + 1) },
    { keys: 'k', says: t('step_before'), run: () => choose(chosen - 1) },
    { keys: 'd', says: t('to_divergence'), run: () => first !== null && choose(first) },
  ]);
  return (
    <div class="compare">
      <h1>{t('compare')}</h1>
      <div class="compare-heads">
        {[left, right].map((it, at) => <a key={at} href={it.link} dir="auto"><b>{it.place.name}</b><span class="small quiet">{it.request}</span></a>)}
      </div>
      <Notice tone={first === null ? 'good' : 'quiet'}>
        <span>{first === null ? t('compare_same') : t('compare_differs', { n: first + 1 })}</span>
        {first !== null && <button type="button" onClick={() => choose(first)}>{t('to_divergence')}</button>}
      </Notice>
      <VirtualList kind="pairs-list" count={pairs.length} rowHeight={ROW} label={t('compare')} chosen={pairs.length > 0 ? chosen : null} choose={choose}
        render={(row) => <PairRow pair={pairs[row]} left={left} right={right} isFirst={row === first} />} />
      <div class="compare-pictures">
        <SideStep side={left} number={pairs[chosen]?.left ?? null} />
        <SideStep side={right} number={pairs[chosen]?.right ?? null} />
      </div>
    </div>
  );
}

function PairRow({ pair, left, right, isFirst }: { pair: Pair | undefined; left: Side; right: Side; isFirst: boolean }) {
  if (!pair) return null;
  const cell = (side: Side, at: number | null) => (
    <span class="pair-cell">
      {at === null ? <span class="quiet small">{t('no_such_step')}</span> : <><span class="step-number number">{at + 1}</span><span class="pair-action" dir="auto">{side.sketches[at]?.action}</span></>}
    </span>
  );
  return (
    <div class={`pair-row${pair.differs.length > 0 ? ' is-different' : ''}${isFirst ? ' is-first' : ''}`}>
      {cell(left, pair.left)}
      <span class="pair-says small">{isFirst ? t('first_divergence') : pair.differs.map((it) => t(`differs_${it}`)).join(', ')}</span>
      {cell(right, pair.right)}
    </div>
  );
}

function SideStep({ side, number }: { side: Side; number: number | null }) {
  const { value } = useAsked(`${side.place.name} ${number}`, async () => (number === null ? null : { number, step: await side.source.step(number) }));
  if (number === null) return <Empty title={t('no_such_step')} />;
  if (value?.number !== number) return <div class="stage is-empty" />;
  return <Shot side={side} step={value.step} number={number} />;
}

function Shot({ side, step, number }: { side: Side; step: Step; number: number }) {
  const seen = observationBefore(step);
  const clean = seen?.pictures?.clean;
  const overlays = step.operations.flatMap(({ operation }) => {
    const action = aimedAction(operation);
    return action ? actionOverlays(action, seen?.pictures?.origin ?? null) : [];
  });
  return (
    <figure class="compare-shot">
      {clean && seen?.pictures ? <PictureFrame image={side.source.picture(clean.hash)} size={seen.pictures.size} alt={actionText(step)} overlays={overlays} /> : <Empty title={t('no_picture')} />}
      <figcaption>
        <a href={`${side.link}${side.link.includes('#') ? '&' : '?'}step=${number}`}>{t('step_n', { n: String(number + 1) })}</a> <OutcomeMark of={outcomeOf(step)} />
        <p dir="auto">{actionText(step)}</p>
        {step.operations.map((it, at) => <p key={at} class="small quiet" dir="auto">{it.detail}</p>)}
      </figcaption>
    </figure>
  );
}
