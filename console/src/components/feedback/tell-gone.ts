import { tellError } from './toast-store.ts';

/** Of an address that names a thing which is not there. */
export function tellGone(): void {
  tellError(new Error('What this address opens is not there. It was deleted, or the address has a slip.'));
}
