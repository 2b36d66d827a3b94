import { controlInPlace } from './control-in-place.ts';

const OVERLAYS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** The last focused element. */
let last: Element | null = null;
/** The last focused element outside of overlays; for a menu, its button. */
let lastOnPage: Element | null = null;

/**
 * Restores the focus when the focused element is removed: to the row that replaces a deleted row, or to the page after
 * navigation. Also remembers the element that was focused before an overlay opened.
 * @returns a function that stops it
 */
export function keepFocus(): () => void {
  const stop = new AbortController();
  const remember = ({ target }: FocusEvent): void => {
    if (!(target instanceof Element)) return;
    last = target;
    const overlay = target.closest(OVERLAYS);
    const before = overlay === null ? target : buttonOf(overlay);
    if (before !== null) lastOnPage = before;
  };
  document.addEventListener('focusin', remember, { signal: stop.signal });
  const observer = new MutationObserver(followRows);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    stop.abort();
    observer.disconnect();
    last = null;
    lastOnPage = null;
  };
}

function followRows(removals: readonly MutationRecord[]): void {
  const [before, beforeOnPage] = [last, lastOnPage];
  last = inPlaceOf(before, removals);
  lastOnPage = inPlaceOf(beforeOnPage, removals);
  if (isFocusLost() && last !== before) give(last);
  if (isFocusLost() && lastOnPage !== beforeOnPage) give(lastOnPage);
  if (isFocusLost() && lastOnPage?.isConnected === false) focusPage();
}

function inPlaceOf(element: Element | null, removals: readonly MutationRecord[]): Element | null {
  if (element === null || element.isConnected) return element;
  return controlInPlace(element, removals) ?? element;
}

/** Focuses the page's main element, so that Tab continues from there. */
function focusPage(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}

/** After an overlay that navigated: focuses the new page, unless something on it has the focus. */
export function focusNextPage(opener: Element | null): void {
  if (isFocusLost() || document.activeElement === opener) focusPage();
}

/** After an overlay closed: focuses its opener, else the opener's own opener, else the page. */
export function giveFocusBack(opener: Element | null): void {
  give(opener);
  if (isFocusLost()) give(lastOnPage);
  if (isFocusLost()) focusPage();
}

/**
 * Focuses the element that replaces the removed, focused one. A button never takes the focus of a text area, because
 * the user may press Enter while typing.
 */
export function takeLostFocus(target: HTMLElement | null): void {
  if (!isFocusLost() || last?.isConnected !== false) return;
  if (!(last.matches('textarea') && target?.matches('button'))) give(target);
}

function give(element: Element | null): void {
  const target = withoutEffect(element);
  if (target instanceof HTMLElement && target !== document.body) target.focus({ preventScroll: true });
}

/** Focusing a tab opens it; focus the selected tab instead, so that a rejected tab is not requested again. */
function withoutEffect(element: Element | null): Element | null {
  if (element?.matches('[role="tab"][aria-selected="false"]') !== true) return element;
  return element.closest('[role="tablist"]')?.querySelector('[role="tab"][aria-selected="true"]') ?? null;
}

/** A menu is labeled by its button. The button itself is focused only if it was opened by keyboard. */
function buttonOf(overlay: Element): Element | null {
  const name = overlay.matches('[role="menu"]') ? overlay.getAttribute('aria-labelledby') : null;
  return name === null ? null : document.getElementById(name);
}

function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
