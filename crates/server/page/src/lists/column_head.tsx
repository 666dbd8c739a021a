// The head of a column that sorts its table.
import { filter } from '../router.ts';
import { nextOrder, type Order } from './sorting.ts';

/** A head to press; its order goes into the address. */
export function ColumnHead<C extends string>({ column, order, says, kind = '' }: { column: C; order: Order<C>; says: string; kind?: string }) {
  const sorts = order.column === column;
  return (
    <th scope="col" class={kind} aria-sort={sorts ? (order.highestFirst ? 'descending' : 'ascending') : undefined}>
      <button type="button" class="column-head" onClick={() => filter({ sort: nextOrder(order, column) })}>
        {says} <span aria-hidden="true">{sorts ? (order.highestFirst ? '↓' : '↑') : ''}</span>
      </button>
    </th>
  );
}
