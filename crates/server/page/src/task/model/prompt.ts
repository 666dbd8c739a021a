// A prompt as it was logged, in its parts.
import { isObject } from './geometry.ts';

/** One named part. */
export interface PromptSection {
  name: string;
  provenance: string;
  text: string;
  /** How many bytes did not fit. */
  cut: number;
}

/** A prompt. */
export interface PromptParts {
  system: string;
  sections: PromptSection[];
  pictures: { caption: string; hash: string }[];
  contract: { name: string; schema: unknown };
}

/** The parts of the blob of a prompt; what is missing is empty. */
export function promptOf(blob: unknown): PromptParts {
  const prompt = isObject(blob) ? blob : {};
  const contract = isObject(prompt['contract']) ? prompt['contract'] : {};
  return {
    system: textOf(prompt['system']),
    sections: listOf(prompt['sections']).map((it) => ({ name: textOf(it['name']), provenance: textOf(it['provenance']), text: textOf(it['text']), cut: Number(it['cut'] ?? 0) })),
    pictures: listOf(prompt['pictures']).map((it) => ({ caption: textOf(it['caption']), hash: isObject(it['blob']) ? textOf(it['blob']['hash']) : '' })),
    contract: { name: textOf(contract['name']), schema: contract['schema'] ?? null },
  };
}

/** Whether the text of a section is data, and never an instruction. */
export const isData = (section: PromptSection): boolean => section.provenance === 'screen' || section.provenance === 'document';

/** A reply as it is read best: JSON with its lines, anything else as it came. */
export function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** The estimated tokens of a part of a step's prompts, shared among its calls; `null` where they are not known. */
export function tokensOf(parts: Readonly<Record<string, number>> | null, name: string, calls: number): number | null {
  const all = parts?.[name];
  return all === undefined ? null : Math.round(all / Math.max(1, calls));
}

/** The parts of each step's prompts, from what the server says of tokens, by the number of the step. */
export function partsByStep(report: unknown): Map<number, Record<string, number>> {
  const steps = isObject(report) ? listOf(report['steps']) : [];
  const found = new Map<number, Record<string, number>>();
  for (const it of steps) {
    if (typeof it['step'] === 'number' && isObject(it['parts'])) found.set(it['step'], it['parts'] as Record<string, number>);
  }
  return found;
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
