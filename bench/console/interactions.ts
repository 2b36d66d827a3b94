import type { Locator, Page } from 'playwright-core';

/**
 * From the press until what it leads to has been painted.
 *
 * @param isShown JavaScript of the page: true once it is there
 */
export async function pressMs(page: Page, target: Locator, isShown: string): Promise<number> {
  await page.evaluate(`void (window.shown = new Promise((resolve) => {
    const begin = ({ timeStamp }) => {
      const look = () => (${isShown})
        ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)))
        : requestAnimationFrame(look);
      look();
    };
    document.addEventListener('pointerdown', begin, { capture: true, once: true });
  }))`);
  await target.click();
  return page.evaluate<number>('window.shown');
}

export interface ScrollFigures {
  /** Milliseconds between one frame and the next. */
  frames: number[];
  /** Rows of the list in the page at most. */
  mostRows: number;
  /** Rows that stood empty in the middle of the view, of all that were looked at. */
  emptyShare: number;
}

/**
 * Scrolls a virtual list down by so many pixels in every frame.
 *
 * @param list JavaScript of the page: the element that scrolls
 */
export function scroll(
  page: Page,
  list: string,
  steps: { frames: number; pixels: number },
): Promise<ScrollFigures> {
  return page.evaluate<ScrollFigures>(`new Promise((resolve) => {
    const list = ${list};
    const frames = [];
    let mostRows = 0, empty = 0, last = null;
    const step = (now) => {
      if (last !== null) frames.push(now - last);
      last = now;
      mostRows = Math.max(mostRows, list.querySelectorAll('li').length);
      const { left, top, width, height } = list.getBoundingClientRect();
      if (!document.elementFromPoint(left + width / 2, top + height / 2)?.closest('a')) empty += 1;
      list.scrollTop += ${steps.pixels};
      if (frames.length < ${steps.frames}) requestAnimationFrame(step);
      else resolve({ frames, mostRows, emptyShare: empty / frames.length });
    };
    requestAnimationFrame(step);
  })`);
}
