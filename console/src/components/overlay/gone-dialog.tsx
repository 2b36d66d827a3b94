import { useEffect } from 'react';
import { tellGone } from '../feedback/tell-gone.ts';

/** In the place of a dialog about a thing that is not there: says so, and takes the dialog out of the address. */
export function GoneDialog({ onClose }: { onClose: () => unknown }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is told once.
  useEffect(() => {
    tellGone();
    onClose();
  }, []);
  return null;
}
