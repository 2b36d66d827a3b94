import { useLayoutEffect, useRef, useState } from 'react';

/**
 * An element for something that moves from one place of the page to another and goes on there, such as a call: it is
 * drawn into it with `createPortal`, and `MovedHere` puts it where it is to be.
 */
export function useMovable(): HTMLElement {
  const [thing] = useState(() => {
    const element = document.createElement('div');
    element.style.display = 'contents';
    return element;
  });
  return thing;
}

/** Where it is now: at one place at a time. */
export function MovedHere({ thing }: { thing: HTMLElement }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    place.current?.append(thing);
    return () => thing.remove();
  }, [thing]);
  return <div ref={place} className="contents" />;
}
