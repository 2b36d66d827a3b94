import { t } from '../../lib/i18n/t.ts';
import { showError } from './toast-store.ts';

/** Shows an error toast for a URL whose object doesn't exist. */
export function showGone(): void {
  showError(new Error(t('This link leads to something that doesn’t exist. It may have been deleted.')));
}
