// What the agents share after the step; what the step added or changed is marked.
import type { StateAt } from '../../api.ts';
import { moment, t } from '../../words.ts';
import { useReader } from '../context.ts';
import { changedKeys } from '../model/blackboard.ts';
import { isObject } from '../model/geometry.ts';
import { useStateAfter } from '../state_after.ts';
import { Facts, Fault, Long, Part, Shot } from './parts.tsx';

/** The blackboard after the step. */
export function BlackboardTab({ at }: { at: number }) {
  const now = useStateAfter(at);
  const before = useStateAfter(at - 1);
  if (now.error) return <Fault says={now.error} />;
  if (!now.value) return null;
  return <Board now={now.value} before={before.value} />;
}

function Board({ now, before }: { now: StateAt; before: StateAt | null }) {
  const reader = useReader();
  const { notes, saved = {}, questions, requests, screenshots } = now.blackboard;
  const fresh = changedKeys(before?.blackboard.notes ?? {}, notes);
  const isEmpty = Object.keys(notes).length + questions.length + screenshots.length + Object.keys(saved).length === 0;
  return (
    <>
      {isEmpty && <p class="quiet">{t('board_empty')}</p>}
      {Object.entries(notes).map(([name, text]) => (
        <Part key={name} title={name} beside={fresh.has(name) ? t('board_new') : ''}>
          <Long text={typeof text === 'string' ? text : JSON.stringify(text)} />
        </Part>
      ))}
      {Object.entries(saved).map(([file, it]) => (
        <Part key={file} title={file} beside={moment(it.written)}>
          <Long text={it.content} />
        </Part>
      ))}
      {questions.length > 0 && <Part title={t('answers')}><Facts of={questions.filter(isObject).map((it) => [String(it['question']), String(it['answer'])] as const)} /></Part>}
      {screenshots.map((it, at) => <Saved key={at} of={it} reader={reader} />)}
      <Part title={t('requests')}><Facts of={Object.entries(requests)} /></Part>
    </>
  );
}

function Saved({ of, reader }: { of: unknown; reader: ReturnType<typeof useReader> }) {
  const picture = isObject(of) && isObject(of['picture']) ? of['picture'] : null;
  if (!isObject(of) || !picture) return null;
  return (
    <Part title={String(of['application'] ?? '')}>
      <Long text={String(of['reason'] ?? '')} />
      <Shot address={reader.source.picture(String(picture['hash']))} says={String(of['reason'] ?? '')} />
    </Part>
  );
}
