/** Scrolls the box around an element to its end, and nothing else of the page; the box is marked `data-scroller`. */
export function scrollToEnd(element: Element | null): void {
  const box = element?.closest('[data-scroller]');
  if (box != null) box.scrollTop = box.scrollHeight;
}
