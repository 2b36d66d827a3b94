import { useCallback, useRef } from 'react';

/**
 * A ref for the row that the URL points at: scrolls it into view and focuses it once, even if it is rendered again
 * while scrolling.
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
