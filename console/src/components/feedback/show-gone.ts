import { showError } from './toast-store.ts';

/** Reports an address that names something that doesn't exist. */
export function showGone(): void {
  showError(new Error('This link leads to something that doesn’t exist. It may have been deleted.'));
}
