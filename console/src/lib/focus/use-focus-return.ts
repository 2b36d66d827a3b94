import { useRef } from 'react';
import { giveFocusBack } from './keep-focus.ts';

interface FocusReturn {
  /** When it opens, before anything in it gets the focus. */
  keep: () => void;
  giveBack: (event: Event) => void;
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
  };
}
