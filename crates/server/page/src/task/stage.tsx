// The picture of the step: before, after and what differs, with target, drag and numbers drawn over it.
import type { StepTree } from '../api.ts';
import { Empty } from '../shell/notice.tsx';
import { number, t } from '../words.ts';
import { useAsked, useCursor, useReader, useViewed } from './context.ts';
import type { ShownPicture } from './cursor.ts';
import { nodeRect, treeRows } from './model/accessibility_tree.ts';
import { actionOverlays, inPicture, numberOverlays, smallestAt, type Overlay } from './model/geometry.ts';
import { numbered, seenTree } from './model/seen_tree.ts';
import { actionText, aimedAction } from './model/step_facts.ts';
import type { Scene } from './model/view_of_step.ts';
import { PictureFrame } from './picture.tsx';
import { useDifference, useScenes, type StepScenes } from './scenes.ts';

/** The middle of the viewer. */
export function Stage() {
  const scenes = useScenes();
  const { shown } = useCursor();
  if (!scenes.step) return <div class="stage is-empty" />;
  const scene = shown === 'before' ? scenes.before : scenes.after;
  return (
    <section class="stage" aria-label={t('picture')}>
      {shown === 'difference' && scenes.before && scenes.after ? (
        <Difference before={scenes.before} after={scenes.after} />
      ) : scene?.pictures.clean ? (
        <Shot scene={scene} scenes={scenes} shown={shown} />
      ) : (
        <Empty title={t(shown === 'before' ? 'no_picture' : 'no_picture_after')}>
          <p>{t(shown === 'before' ? 'no_picture_says' : 'no_picture_after_says')}</p>
        </Empty>
      )}
    </section>
  );
}

function Shot({ scene, scenes, shown }: { scene: Scene; scenes: StepScenes; shown: ShownPicture }) {
  const reader = useReader();
  const { cursor: store } = useViewed();
  const cursor = useCursor();
  const seen = useSeen(scene);
  const { origin, size, clean } = scene.pictures;
  const overlays: Overlay[] = [];
  if (cursor.numbers && seen) overlays.push(...numberOverlays(numbered(seen), origin));
  if (cursor.targets && shown === 'before') overlays.push(...targetsOf(scenes, scene));
  const rows = seen ? treeRows(seenTree(seen)) : [];
  const chosen = rows.find(({ node }) => node.id === cursor.node);
  const rect = chosen && nodeRect(chosen.node);
  if (rect) overlays.push({ kind: 'chosen', rect: inPicture(rect, origin) });
  const pick = (at: { x: number; y: number }) => {
    const place = smallestAt(rows.map(({ node }) => nodeRect(node)), { x: at.x + (origin?.x ?? 0), y: at.y + (origin?.y ?? 0) });
    const row = place === null ? undefined : rows[place];
    if (row) store.move({ node: row.node.id, tab: 'tree', playing: false });
  };
  const what = scenes.step ? actionText(scenes.step) : '';
  return (
    <PictureFrame
      image={clean ? reader.source.picture(clean.hash) : ''}
      size={size}
      alt={t(shown === 'before' ? 'picture_before' : 'picture_after', { what, title: scene.title })}
      overlays={overlays}
      {...(rows.length > 0 ? { pick } : {})}
    />
  );
}

/** The targets of what was done, where the picture is the one that the step looked at. */
function targetsOf({ step }: StepScenes, scene: Scene): Overlay[] {
  if (!step || scene.entry === null) return [];
  return step.operations.flatMap(({ operation }) => {
    const action = aimedAction(operation);
    return action ? actionOverlays(action, scene.pictures.origin) : [];
  });
}

/** What the step saw when the picture was taken: only for pictures of its own. */
function useSeen(scene: Scene): StepTree | null {
  const reader = useReader();
  const { step } = useCursor();
  const { entry } = scene;
  return useAsked(`${step} ${entry}`, async () => (entry === null ? null : reader.tree(step, entry))).value;
}

function Difference({ before, after }: { before: Scene; after: Scene }) {
  const reader = useReader();
  const addresses = [before, after].map((it) => (it.pictures.clean ? reader.source.picture(it.pictures.clean.hash) : null));
  const { value, error } = useDifference(addresses[0] ?? null, addresses[1] ?? null);
  if (error) return <Empty title={t('no_difference')}><p>{error}</p></Empty>;
  if (!value) return <div class="stage is-empty" />;
  const image = new ImageData(value.picture.data as Uint8ClampedArray<ArrayBuffer>, value.picture.width, value.picture.height);
  const says = value.areas.length === 0 ? t('difference_none') : t('difference_says', { n: value.areas.length, share: number(value.share * 100, 2) });
  return (
    <>
      <PictureFrame image={image} size={image} alt={says} overlays={value.areas.slice(0, 200).map((rect) => ({ kind: 'changed', rect }))} />
      <p class="stage-says small">{says}{before.title !== after.title && ` ${t('difference_windows', { before: before.title || t('desktop'), after: after.title || t('desktop') })}`}</p>
    </>
  );
}
