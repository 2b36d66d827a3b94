/** Scrolls the element marked `data-scroller` around a given element to its end, without scrolling the page. */
export function scrollToEnd(element: Element | null): void {
  const box = element?.closest('[data-scroller]');
  if (box != null) box.scrollTop = box.scrollHeight;
}
