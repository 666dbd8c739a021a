// What an address shows that no view has.
import { t } from '../words.ts';
import { Empty } from './notice.tsx';

/** Nothing, and the way back. */
export function NotFound() {
  return (
    <Empty title={t('not_found')}>
      <a class="button" href="/">
        {t('to_wall')}
      </a>
    </Empty>
  );
}
