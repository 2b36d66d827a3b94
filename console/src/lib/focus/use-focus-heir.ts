import { type RefObject, useLayoutEffect, useRef } from 'react';
import { takeLostFocus } from './keep-focus.ts';

/** For what comes in the place of a control that had the focus, as one press of it brings the other. */
export function useFocusHeir<Heir extends HTMLElement>(): RefObject<Heir | null> {
  const heir = useRef<Heir>(null);
  useLayoutEffect(() => takeLostFocus(heir.current), []);
  return heir;
}
