// The start box as a view of its own, with everything that it offers.
import { t } from '../words.ts';
import { StartBox } from './box.tsx';

/** The view of `/start`. */
export function StartView() {
  return (
    <div class="narrow">
      <h1>{t('start_title')}</h1>
      <StartBox open />
    </div>
  );
}
