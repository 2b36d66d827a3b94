import { type RefObject, useEffect, useState } from 'react';

interface CutSides {
  /** More content before the visible part: to the left, or above. */
  before: boolean;
  after: boolean;
}

const NONE: CutSides = { before: false, after: false };

/** The sides on which a scrolled element has more content. @param axis the scroll direction */
export function useCutSides(scroller: RefObject<HTMLElement | null>, axis: 'x' | 'y'): CutSides {
  const [sides, setSides] = useState(NONE);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const look = (): void => {
      const [whole, shown, place] =
        axis === 'x'
          ? [element.scrollWidth, element.clientWidth, element.scrollLeft]
          : [element.scrollHeight, element.clientHeight, element.scrollTop];
      const now = { before: place > 1, after: whole - shown - place > 1 };
      setSides((known) => (known.before === now.before && known.after === now.after ? known : now));
    };
    const observer = new ResizeObserver(look);
    for (const part of [element, ...element.children]) observer.observe(part);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller, axis]);
  return sides;
}
