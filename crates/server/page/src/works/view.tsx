// What works on this machine: the doctor's rows with what to do, the models, and what is native in each application.
import { useState } from 'preact/hooks';
import { api, type ApplicationRow, type Check, type ModelRow, type ModelTest } from '../api.ts';
import { Act } from '../shell/act.tsx';
import { Notice, Shown } from '../shell/notice.tsx';
import { useLoaded } from '../store.ts';
import { dollars, duration, t, type Word } from '../words.ts';

/** The view of `/works`. */
export function WorksView() {
  const [deep, setDeep] = useState(0);
  const asked = useLoaded(`doctor ${deep}`, (signal) => api.doctor(deep > 0, signal).then((it) => ({ ...it, turn: deep })));
  const [loaded] = asked;
  const checking = deep > 0 && loaded.is === 'here' && loaded.value.turn !== deep;
  return (
    <div class="narrow">
      <div class="head">
        <h1>{t('works_title')}</h1>
        <span class="act">
          <span class="quiet small">{t('works_deep_says')}</span>
          <button type="button" aria-busy={checking} onClick={() => checking || setDeep(deep + 1)}>{t(checking ? 'works_checking' : 'works_deep')}</button>
        </span>
      </div>
      <Shown of={asked}>{({ checks }) => <Checks checks={checks} />}</Shown>
      <h2>{t('models_title')}</h2>
      <Models />
      <h2>{t('native_title')}</h2>
      <p class="quiet">{t('native_says')}</p>
      <Applications />
    </div>
  );
}

function Checks({ checks }: { checks: Check[] }) {
  const missing = checks.filter((it) => it.required && !isFound(it)).length;
  const rank = (it: Check) => (isFound(it) ? 2 : it.required ? 0 : 1);
  return (
    <>
      <Notice tone={missing > 0 ? 'problem' : 'good'}>{missing > 0 ? t('works_missing', { n: missing }) : t('works_ready')}</Notice>
      <ul class="card doctor">
        {[...checks].sort((a, b) => rank(a) - rank(b)).map((it) => (
          <CheckRow key={it.name} check={it} />
        ))}
      </ul>
    </>
  );
}

function CheckRow({ check }: { check: Check }) {
  const { found, required, remedy } = check;
  const [kind, word]: [string, Word] = isFound(check) ? ['finished', 'works_yes'] : required ? ['failed', 'works_no_required'] : ['stopped', 'works_no'];
  return (
    <li>
      <div class="head">
        <h2 class="row-title">{check.name}</h2>
        <span class={`state is-${kind}`}><span class="state-mark" aria-hidden="true" />{t(word)}</span>
      </div>
      <p class="quiet">{check.why}</p>
      <p dir="auto">{'yes' in found ? found.yes : found.no}</p>
      {remedy && <p class="remedy">{t('works_remedy')} <code dir="auto">{remedy}</code></p>}
    </li>
  );
}

const isFound = ({ found }: Check): boolean => 'yes' in found;

const ROLES: Readonly<Record<string, Word>> = { host: 'model_for_host', app: 'model_for_app', judge: 'model_for_judge', operator: 'model_for_operator' };

function Models() {
  const asked = useLoaded('models', api.models);
  const [testing, setTesting] = useState('');
  return (
    <Shown of={asked}>
      {({ models }) =>
        models.length === 0 ? (
          <Notice>{t('models_none')}</Notice>
        ) : (
          <>
            <p class="quiet">{t('model_test_says')}</p>
            <ul class="card doctor">
              {models.map((it) => (
                <Model key={it.name} model={it} testing={testing} setTesting={setTesting} />
              ))}
            </ul>
          </>
        )
      }
    </Shown>
  );
}

/** A model with the button that asks it a few questions: one model at a time, as each may cost something. */
function Model({ model, testing, setTesting }: { model: ModelRow; testing: string; setTesting: (name: string) => void }) {
  const [found, setFound] = useState<ModelTest | null>(null);
  const test = async () => {
    setTesting(model.name);
    setFound(null);
    await api.testModel(model.name).then(setFound).finally(() => setTesting(''));
  };
  const works = found !== null && 'yes' in found.found;
  return (
    <li>
      <div class="head">
        <h3 class="row-title">{model.name}</h3>
        <span class="act">
          <span class="quiet small">{model.thousand === null ? t('model_price_unknown') : model.thousand === 0 ? t('model_free') : t('model_price', { cost: dollars(model.thousand) })}</span>
          <Act run={test} disabled={testing !== '' && testing !== model.name} label={`${t('model_test')}: ${model.name}`}>{t(testing === model.name ? 'model_testing' : 'model_test')}</Act>
        </span>
      </div>
      <p class="quiet">{model.for.map((it) => (ROLES[it] ? t(ROLES[it]) : it)).join(', ')}</p>
      {model.ended && <p class="field-wrong">{t('model_ended', { date: model.ended })}</p>}
      {found && (
        <div role="status">
          <p><span class={`state is-${works ? 'finished' : 'failed'}`}><span class="state-mark" aria-hidden="true" />{t(works ? 'model_answers' : 'model_silent', { time: duration(found.seconds * 1000) })}</span></p>
          <p dir="auto">{'yes' in found.found ? found.found.yes : found.found.no}</p>
        </div>
      )}
    </li>
  );
}

function Applications() {
  const asked = useLoaded('applications', api.applications);
  return (
    <Shown of={asked}>
      {({ applications }) => (
        <ul class="card doctor">
          {applications.map((it) => (
            <Application key={it.name} of={it} />
          ))}
        </ul>
      )}
    </Shown>
  );
}

/** The commands of one application, by their names. */
function Application({ of: { name, about, application, commands } }: { of: ApplicationRow }) {
  return (
    <li>
      <div class="head">
        <h3 class="row-title">{application ?? name}</h3>
        <span class="quiet small">{application === null && t('native_several')}</span>
      </div>
      <p class="quiet">{about}</p>
      <details>
        <summary>{t('n_commands', { n: commands.length })}</summary>
        <dl class="commands">
          {commands.map((it) => (
            <div key={it.name}>
              <dt><code>{it.name}</code></dt>
              <dd>{it.says}</dd>
            </div>
          ))}
        </dl>
      </details>
    </li>
  );
}
