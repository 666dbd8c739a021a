// How the work was judged: the verdicts of rounds, what was checked and what was found.
import type { Entry, RoundRow, VerdictShape } from '../../api.ts';
import { moment, t, type Word } from '../../words.ts';
import { useAsked, useReader } from '../context.ts';
import { judgements, type Judgement } from '../model/judgements.ts';
import { Fault, Long, Part } from './parts.tsx';

/** How many entries before the next round, or the end, a judgement is among. */
const NEAR = 40;

/** The verdicts and the judgements. */
export function EvaluationTab() {
  const reader = useReader();
  const { rounds, entries } = reader.detail;
  const ends = [...rounds.slice(1).map((it) => it.entry), entries];
  const { value, error } = useAsked(`${ends.join()}`, async () => {
    const found: Entry[] = [];
    for (const end of ends) found.push(...(await reader.source.entries(Math.max(0, end - NEAR), Math.min(NEAR, end))).entries);
    return judgements(found);
  });
  return (
    <>
      {rounds.map((it) => <Round key={it.entry} of={it} />)}
      <Fault says={error} />
      {value?.length === 0 && <p class="quiet">{t('not_judged')}</p>}
      {value?.map((it) => <Judged key={it.seq} of={it} />)}
    </>
  );
}

function Round({ of }: { of: RoundRow }) {
  return (
    <Part title={t('round_n', { n: of.round + 1 })} beside={moment(of.at)}>
      <Long text={of.request} />
      <p class="small"><b>{t(of.verdict ? (`verdict_${wordOf(of.verdict)}` as Word) : 'verdict_none')}</b> <span dir="auto">{of.verdict ? Object.values(of.verdict)[0] : ''}</span></p>
    </Part>
  );
}

const wordOf = (verdict: VerdictShape): string => Object.keys(verdict)[0] ?? '';

function Judged({ of }: { of: Judgement }) {
  return (
    <Part title={t(of.level === 'round' ? 'judged_round' : 'judged_session')} beside={t(`assess_${of.complete}`)}>
      <Long text={of.reason} />
      {of.checks.length > 0 && (
        <table class="checks small">
          <thead><tr><th scope="col">{t('check')}</th><th scope="col">{t('holds')}</th><th scope="col">{t('found')}</th></tr></thead>
          <tbody>
            {of.checks.map((it, at) => (
              <tr key={at}>
                <td dir="auto">{it.check}</td>
                <td class={`is-${it.holds}`}>{t(`assess_${it.holds}`)}</td>
                <td dir="auto">{it.found}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Part>
  );
}
