// Prompt and reply of each call, part by part, with tokens.
import { useState } from 'preact/hooks';
import type { ReplyRow, Step } from '../../api.ts';
import { number, t } from '../../words.ts';
import { useAsked, useReader } from '../context.ts';
import { price, promptTokens } from '../price.ts';
import { isData, partsByStep, promptOf, readable, tokensOf, type PromptParts } from '../model/prompt.ts';
import { Facts, Fault, Part, Shot } from './parts.tsx';

/** The calls of a step. */
export function PromptTab({ step }: { step: Step }) {
  const [picked, setPicked] = useState<number | null>(null);
  const at = picked !== null && picked < step.replies.length ? picked : step.replies.length - 1;
  const call = step.replies[at];
  if (!call) return <p class="quiet">{t('no_calls')}</p>;
  return (
    <>
      {step.replies.length > 1 && (
        <div class="segments" role="group" aria-label={t('calls')}>
          {step.replies.map((it, place) => (
            <button key={it.entry} type="button" aria-pressed={place === at} onClick={() => setPicked(place)}>{t('call_n', { n: place + 1 })}</button>
          ))}
        </div>
      )}
      <Call call={call} step={step} />
    </>
  );
}

function Call({ call, step }: { call: ReplyRow; step: Step }) {
  const reader = useReader();
  const hash = call.prompt?.hash ?? null;
  const prompt = useAsked(hash ?? '', async () => (hash ? { hash, parts: promptOf(await reader.source.json(hash)) } : null));
  const tokens = useAsked(`${step.number.session} ${reader.count}`, async () => partsByStep(await reader.tokens()).get(step.number.session) ?? null).value;
  const { usage } = call;
  return (
    <>
      <Facts
        of={[
          [t('tokens_in'), usage ? promptTokens(usage) : ''],
          [t('tokens_out'), usage ? number(usage.output_tokens) : ''],
          [t('dollars'), usage ? price({ dollars: usage.cost ?? 0, unpriced: usage.cost === null ? 1 : 0 }) : ''],
          [t('ending'), call.ending === 'complete' ? '' : JSON.stringify(call.ending)],
        ]}
      />
      <Part title={t('reply')}>
        <pre class="reply" dir="auto" tabIndex={0}>{readable(call.text)}</pre>
      </Part>
      <Part title={t('prompt')} beside={t('secrets_removed')}>
        <Fault says={prompt.error} />
        {hash === null && <p class="quiet small">{t('no_prompt')}</p>}
        {prompt.value?.hash === hash && prompt.value && <Sections of={prompt.value.parts} tokens={tokens} calls={step.replies.length} />}
      </Part>
    </>
  );
}

function Sections({ of, tokens, calls }: { of: PromptParts; tokens: Record<string, number> | null; calls: number }) {
  const reader = useReader();
  const size = (name: string) => tokensOf(tokens, name, calls);
  return (
    <div class="sections">
      <Section name="system" text={of.system} tokens={size('system')} note="" />
      {of.sections.map((it) => (
        <Section key={it.name} name={it.name} text={it.text} tokens={size(it.name)} note={[isData(it) ? t('is_data') : '', it.cut > 0 ? t('n_cut', { n: it.cut }) : ''].filter(Boolean).join(' · ')} />
      ))}
      <Section name={`contract: ${of.contract.name}`} text={JSON.stringify(of.contract.schema, null, 2)} tokens={size('contract')} note="" />
      {of.pictures.map((it, at) => (
        <details key={at} class="data">
          <summary>{t('picture')}: <span dir="auto">{it.caption}</span></summary>
          <Shot address={reader.source.picture(it.hash)} says={it.caption} />
        </details>
      ))}
    </div>
  );
}

function Section({ name, text, tokens, note }: { name: string; text: string; tokens: number | null; note: string }) {
  if (text === '' || text === 'null') return null;
  return (
    <details class="data">
      <summary>
        <span class="section-name">{name}</span>
        {note && <span class="quiet"> · {note}</span>}
        {tokens !== null && <span class="number quiet section-tokens">≈ {t('n_tokens', { n: tokens })}</span>}
      </summary>
      <pre dir="auto" tabIndex={0}>{text}</pre>
    </details>
  );
}
