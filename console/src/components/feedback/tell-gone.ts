import { tellError } from './toast-store.ts';

/** Reports an address that names something that doesn't exist. */
export function tellGone(): void {
  tellError(new Error('This link leads to something that doesn’t exist. It may have been deleted.'));
}
