import { type RefObject, useLayoutEffect, useRef } from 'react';
import { takeLostFocus } from './keep-focus.ts';

/** For a control that replaces the focused control when that is pressed. */
export function useFocusTarget<FocusTarget extends HTMLElement>(): RefObject<FocusTarget | null> {
  const target = useRef<FocusTarget>(null);
  useLayoutEffect(() => takeLostFocus(target.current), []);
  return target;
}
