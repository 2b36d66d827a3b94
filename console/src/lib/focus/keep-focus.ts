import { controlInPlace } from './control-in-place.ts';

const OVERLAYS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** What had the focus last. */
let last: Element | null = null;
/** The same below all overlays; of a menu, its button. */
let lastOnPage: Element | null = null;

/**
 * Remembers where one was before something opened over the page, and keeps the focus where what had it goes: of a row
 * that is deleted in the row that takes its place, of a link to another page on the page.
 *
 * @returns ends it
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

/** Gives the focus to the page, from where the keyboard goes on into it. */
function focusPage(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}

/** After an overlay that led to another page: to that page, unless something on it has the focus already. */
export function focusNextPage(opener: Element | null): void {
  if (isFocusLost() || document.activeElement === opener) focusPage();
}

/** After an overlay: to what it was opened by, or what that was opened by, or the page, where these are gone. */
export function giveFocusBack(opener: Element | null): void {
  give(opener);
  if (isFocusLost()) give(lastOnPage);
  if (isFocusLost()) focusPage();
}

/**
 * Gives the focus to what has come in the place of what had it, before the page gets it. Who was writing may press Enter
 * at any moment: that presses no button.
 */
export function takeLostFocus(heir: HTMLElement | null): void {
  if (!isFocusLost() || last?.isConnected !== false) return;
  if (!(last.matches('textarea') && heir?.matches('button'))) give(heir);
}

function give(element: Element | null): void {
  const target = withoutEffect(element);
  if (target instanceof HTMLElement && target !== document.body) target.focus({ preventScroll: true });
}

/** A tab opens when it gets the focus: one that was refused would be asked for again, so that the open one gets it. */
function withoutEffect(element: Element | null): Element | null {
  if (element?.matches('[role="tab"][aria-selected="false"]') !== true) return element;
  return element.closest('[role="tablist"]')?.querySelector('[role="tab"][aria-selected="true"]') ?? null;
}

/** A menu is named by its button; that has the focus only where it was opened by the keyboard. */
function buttonOf(overlay: Element): Element | null {
  const name = overlay.matches('[role="menu"]') ? overlay.getAttribute('aria-labelledby') : null;
  return name === null ? null : document.getElementById(name);
}

function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
