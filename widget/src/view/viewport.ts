const COVERING = '(max-width: 30em), (max-height: 26em)';

/** Whether the window covers the page, as on telephones: the same condition as in styles.css. */
export function coversPage(): boolean {
  return matchMedia(COVERING).matches;
}

/** Keeps the window within what the keyboard of a telephone leaves free. */
export function followKeyboard(root: HTMLElement): void {
  const view = window.visualViewport;
  if (view === null) return;
  const shrink = (): void => {
    root.style.setProperty('--view-height', `${view.height}px`);
    root.style.setProperty('--view-top', `${view.offsetTop}px`);
  };
  view.addEventListener('resize', shrink);
  view.addEventListener('scroll', shrink);
  shrink();
}
