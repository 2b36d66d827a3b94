const COVERING = '(max-width: 30em), (max-height: 26em)';

/** True if the chat covers the page, as on phones. styles.css has the same condition. */
export function coversPage(): boolean {
  return matchMedia(COVERING).matches;
}

/** Keeps the chat within the visual viewport, above an on-screen keyboard. */
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
