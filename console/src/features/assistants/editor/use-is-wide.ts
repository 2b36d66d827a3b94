import { useSyncExternalStore } from 'react';

/** Where Tailwind's `xl` begins. */
const wide = matchMedia('(min-width: 80rem)');

/** Whether there is room for something beside the settings. Hiding it by CSS would let it run twice. */
export function useIsWide(): boolean {
  return useSyncExternalStore(listen, () => wide.matches);
}

function listen(listener: () => void): () => void {
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
}
