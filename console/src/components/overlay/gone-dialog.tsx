import { useEffect } from 'react';
import { tellError } from '../feedback/toast-store.ts';

/** In the place of a dialog about a thing that is not there: says so, and takes the dialog out of the address. */
export function GoneDialog({ onClose }: { onClose: () => unknown }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is told once.
  useEffect(() => {
    tellError(new Error('What this address opens is not there. It was deleted, or the address has a slip.'));
    onClose();
  }, []);
  return null;
}
