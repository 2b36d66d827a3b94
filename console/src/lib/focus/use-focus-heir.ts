import { type RefObject, useLayoutEffect, useRef } from 'react';
import { takeLostFocus } from './keep-focus.ts';

/** For a control that replaces the focused control when that is pressed. */
export function useFocusHeir<Heir extends HTMLElement>(): RefObject<Heir | null> {
  const heir = useRef<Heir>(null);
  useLayoutEffect(() => takeLostFocus(heir.current), []);
  return heir;
}
