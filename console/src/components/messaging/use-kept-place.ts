import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Whoever reads stays where they are when earlier messages come in above; browsers keep no place at the very top. The
 * box around the list is marked `data-scroller`, and anchors nothing itself.
 * @param first key of the first message
 */
export function useKeptPlace(list: RefObject<HTMLElement | null>, first: string | number | undefined): void {
  const before = useRef<{ message: HTMLElement; top: number } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came in above is seen by the first message.
  useLayoutEffect(() => {
    const known = before.current;
    const scroller = list.current?.closest<HTMLElement>('[data-scroller]');
    if (known?.message.isConnected === true && scroller != null) {
      scroller.scrollTop += known.message.offsetTop - known.top;
      // The way to earlier ones has gone with the last of them.
      if (document.activeElement === document.body) scroller.focus({ preventScroll: true });
    }
    const message = list.current?.firstElementChild;
    before.current = message instanceof HTMLElement ? { message, top: message.offsetTop } : null;
  }, [first]);
}
