/**
 * How a change of the URL enters the history. Choices such as a tab, a filter or a dialog add an entry; typed input
 * replaces the current one.
 */
export interface SearchChange {
  replace: boolean;
  resetScroll: false;
}

export const CHOSEN: SearchChange = { replace: false, resetScroll: false };
export const TYPED: SearchChange = { replace: true, resetScroll: false };
