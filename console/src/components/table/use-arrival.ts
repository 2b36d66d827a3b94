import { useCallback, useRef } from 'react';

/**
 * A ref for the row that an address points at: brings it into view and under the keyboard, once, however often it is
 * drawn again while one scrolls.
 */
export function useArrival(row: string | number | undefined): (element: HTMLElement | null) => void {
  const reached = useRef<string | number>(undefined);
  return useCallback(
    (element) => {
      if (element === null || row === undefined || reached.current === row) return;
      reached.current = row;
      element.scrollIntoView({ block: 'center' });
      element.focus({ preventScroll: true });
    },
    [row],
  );
}
