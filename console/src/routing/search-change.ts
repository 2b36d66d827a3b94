/**
 * How a change of the address enters the history. A step that somebody chose, such as a tab, a filter or a dialog, can
 * be gone back from; what is typed, letter by letter or digit by digit of a day, stands in the place of what was there.
 */
export interface SearchChange {
  replace: boolean;
  resetScroll: false;
}

export const CHOSEN: SearchChange = { replace: false, resetScroll: false };
export const TYPED: SearchChange = { replace: true, resetScroll: false };
