import { type RefObject, useLayoutEffect, useRef } from 'react';
import { takeLostFocus } from './keep-focus.ts';

/** A ref for a control that replaces the pressed one and takes over its focus. */
export function useFocusTarget<FocusTarget extends HTMLElement>(): RefObject<FocusTarget | null> {
  const target = useRef<FocusTarget>(null);
  useLayoutEffect(() => takeLostFocus(target.current), []);
  return target;
}
