import { useLayoutEffect, useRef, useState } from 'react';

/**
 * An element for content that moves between places of the page without unmounting, such as a call: render into it with
 * `createPortal`, and place it with `MovedHere`.
 */
export function useMovable(): HTMLElement {
  const [thing] = useState(() => {
    const element = document.createElement('div');
    element.style.display = 'contents';
    return element;
  });
  return thing;
}

/** Renders a movable element here, at one place at a time. */
export function MovedHere({ thing }: { thing: HTMLElement }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    place.current?.append(thing);
    return () => thing.remove();
  }, [thing]);
  return <div ref={place} className="contents" />;
}
