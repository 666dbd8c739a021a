// The table of batches; one of them with its trials, failures by cause and cost.
import { api, type BatchRow } from '../api.ts';
import { usePlace } from '../router.ts';
import { Empty, Notice, Shown } from '../shell/notice.tsx';
import { useReloaded } from '../store.ts';
import { dollars, duration, number, t } from '../words.ts';
import { Batch } from './batch.tsx';
import { byModel, remaining } from './batch_facts.ts';
import { Bars } from './charts.tsx';
import { ColumnHead } from './column_head.tsx';
import { orderOf, sorted } from './sorting.ts';

const COLUMNS = ['name', 'progress', 'success', 'cost'] as const;
const VALUES: Record<(typeof COLUMNS)[number], (row: BatchRow) => number | string> = {
  name: (it) => it.name,
  progress: ({ results }) => results.totals.done / Math.max(1, results.planned),
  success: ({ results }) => results.totals.success_rate,
  cost: ({ results }) => results.totals.dollars,
};

/** The view of `/batches`, and of one with `?batch=NAME`. */
export function BatchesView() {
  const { query } = usePlace();
  const asked = useReloaded('batches', api.batches, ({ batches }) => batches.some((it) => it.results.totals.done < it.results.planned));
  const name = query.get('batch');
  return (
    <Shown of={asked}>
      {({ batches }) => {
        if (name === null) return <Batches batches={batches} />;
        const batch = batches.find((it) => it.name === name);
        return batch ? <Batch batch={batch} /> : <Notice><p>{t('batch_gone')}</p><a href="/batches">{t('batch_to_all')}</a></Notice>;
      }}
    </Shown>
  );
}

function Batches({ batches }: { batches: BatchRow[] }) {
  const { query } = usePlace();
  const order = orderOf(query.get('sort'), COLUMNS);
  const groups = byModel(batches, models);
  return (
    <>
      <h1>{t('batches_title')}</h1>
      {batches.length === 0 ? (
        <Empty title={t('batches_none')}><p>{t('batches_none_says')}</p></Empty>
      ) : (
        <table class="list card">
          <caption class="unseen">{t('batches_title')}</caption>
          <thead>
            <tr>
              <ColumnHead column="name" order={order} says={t('column_batch')} />
              <ColumnHead column="progress" order={order} says={t('column_progress')} />
              <ColumnHead column="success" order={order} says={t('column_success')} kind="is-number" />
              <ColumnHead column="cost" order={order} says={t('column_cost')} kind="is-number is-some" />
            </tr>
          </thead>
          <tbody>
            {sorted(batches, VALUES[order.column], order.highestFirst).map((batch) => (
              <Row key={`${batch.folder}/${batch.name}`} batch={batch} />
            ))}
          </tbody>
        </table>
      )}
      {groups.length > 1 && (
        <section class="card batch-models"><h2>{t('batches_by_model')}</h2>
          <Bars groups={groups} part={(it) => it.succeeded / it.count} most={1} says={(it) => `${number(it.succeeded)} / ${number(it.count)}`} />
        </section>
      )}
    </>
  );
}

function Row({ batch }: { batch: BatchRow }) {
  const { totals } = batch.results;
  return (
    <tr>
      <th scope="row">
        <a href={`/batches?batch=${encodeURIComponent(batch.name)}`}>{batch.name}</a>
        <span class="list-says">{models(batch)}</span>
      </th>
      <td class="is-whole"><Progress batch={batch} /></td>
      <td class="is-number number">{percent(totals.success_rate)}</td>
      <td class="is-number is-some number">{dollars(totals.dollars)}</td>
    </tr>
  );
}

/** How far a batch is, as a bar and in words. */
export function Progress({ batch }: { batch: BatchRow }) {
  const { planned, totals } = batch.results;
  const left = remaining(batch);
  return (
    <div class="progress">
      <meter min={0} max={Math.max(1, planned)} value={totals.done} aria-label={t('column_progress')} />
      <span class="small quiet number">
        {t('batch_progress', { done: totals.done, planned })}
        {left !== null && `, ${t('batch_remaining', { time: duration(left) })}`}
      </span>
    </div>
  );
}

/** The models of a batch. */
export function models({ results: { host_model: host, app_model: app } }: BatchRow): string {
  return host === app ? t('batch_model', { host }) : t('batch_models', { host, app });
}

/** A share of 1 as percent. */
export const percent = (share: number): string => `${number(share * 100)} %`;
