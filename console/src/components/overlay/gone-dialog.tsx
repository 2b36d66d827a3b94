import { useEffect } from 'react';
import { showGone } from '../feedback/show-gone.ts';

/** Replaces a dialog about something that doesn't exist: shows an error and removes the dialog from the URL. */
export function GoneDialog({ onClose }: { onClose: () => unknown }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: reported once.
  useEffect(() => {
    showGone();
    onClose();
  }, []);
  return null;
}
