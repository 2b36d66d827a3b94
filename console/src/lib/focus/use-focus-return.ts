import { useRef } from 'react';
import { focusNextPage, giveFocusBack } from './keep-focus.ts';

interface FocusReturn {
  /** When it opens, before anything in it gets the focus. */
  keep: () => void;
  giveBack: (event: Event) => void;
  /** Instead of that, where one goes to another page by it. */
  leave: (event: Event) => void;
}

/** Brings the focus back from what opens without a button of its own, such as a dialog of the address. */
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
