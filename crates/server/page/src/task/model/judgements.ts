// The judgements of a task, from its entries.
import type { Entry } from '../../shapes.ts';
import { isObject } from './geometry.ts';

export type Assessment = 'yes' | 'no' | 'unsure';

/** A judgement with what was checked. */
export interface Judgement {
  seq: number;
  level: 'session' | 'round';
  complete: Assessment;
  reason: string;
  checks: { check: string; holds: Assessment; found: string }[];
}

/** The judgements among entries, each once, in their order. Partial judgements without a check count as checks. */
export function judgements(entries: readonly Entry[]): Judgement[] {
  const found = new Map<number, Judgement>();
  for (const entry of entries) if (entry.event === 'judged') found.set(entry.seq, judgement(entry));
  return [...found.values()].sort((left, right) => left.seq - right.seq);
}

function judgement(entry: Entry): Judgement {
  const checks = (Array.isArray(entry['checks']) ? entry['checks'] : []).filter(isObject).map((it) => ({
    check: String(it['check'] ?? ''),
    holds: assessment(it['holds']),
    found: String(it['found'] ?? ''),
  }));
  const known = new Set(checks.map((it) => it.check));
  for (const score of Array.isArray(entry['sub_scores']) ? entry['sub_scores'] : []) {
    if (!Array.isArray(score) || known.has(String(score[0]))) continue;
    checks.push({ check: String(score[0]), holds: assessment(score[1]), found: '' });
  }
  return {
    seq: entry.seq,
    level: entry['level'] === 'round' ? 'round' : 'session',
    complete: assessment(entry['complete']),
    reason: String(entry['reason'] ?? ''),
    checks,
  };
}

function assessment(value: unknown): Assessment {
  return value === 'yes' || value === 'no' ? value : 'unsure';
}
