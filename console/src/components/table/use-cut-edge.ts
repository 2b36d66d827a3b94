import { type RefObject, useEffect, useState } from 'react';

/** Whether more of what is scrolled lies beyond its right edge. */
export function useCutEdge(scroller: RefObject<HTMLElement | null>): boolean {
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const look = (): void => setCut(element.scrollWidth - element.clientWidth - element.scrollLeft > 1);
    const observer = new ResizeObserver(look);
    for (const part of [element, ...element.children]) observer.observe(part);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller]);
  return isCut;
}
