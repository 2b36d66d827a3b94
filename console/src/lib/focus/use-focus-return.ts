import { useRef } from 'react';
import { focusNextPage, giveFocusBack } from './keep-focus.ts';

interface FocusReturn {
  /** Call when the overlay opens, before anything in it is focused. */
  keep: () => void;
  giveBack: (event: Event) => void;
  /** Call instead of `giveBack` when closing by navigating to another page. */
  leave: (event: Event) => void;
}

/** Restores the focus after an overlay that no trigger opened, such as a dialog opened by the URL. */
export function useFocusReturn(): FocusReturn {
  const opener = useRef<Element | null>(null);
  return {
    keep: () => {
      opener.current = document.activeElement;
    },
    giveBack: (event) => {
      event.preventDefault();
      giveFocusBack(opener.current);
    },
    leave: (event) => {
      event.preventDefault();
      focusNextPage(opener.current);
    },
  };
}
