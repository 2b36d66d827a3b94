import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the scroll position when earlier messages are added above; browsers don't anchor at the very top. The scrolling
 * element is marked `data-scroller` and disables its own anchoring.
 * @param first key of the first message
 */
export function useKeptPosition(
  list: RefObject<HTMLElement | null>,
  first: string | number | undefined,
): void {
  const before = useRef<{ message: HTMLElement; top: number } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: earlier messages change the first key.
  useLayoutEffect(() => {
    const known = before.current;
    const scroller = list.current?.closest<HTMLElement>('[data-scroller]');
    if (known?.message.isConnected === true && scroller != null) {
      scroller.scrollTop += known.message.offsetTop - known.top;
      // The "Earlier messages" button is removed with the last page, and the focus with it.
      if (document.activeElement === document.body) scroller.focus({ preventScroll: true });
    }
    const message = list.current?.firstElementChild;
    before.current = message instanceof HTMLElement ? { message, top: message.offsetTop } : null;
  }, [first]);
}
