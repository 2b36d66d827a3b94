import type { Locator, Page } from 'playwright-core';

/**
 * Time from the press until the result is painted.
 *
 * @param isShown JavaScript expression in the page: true once the result is shown
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

/** Time from a key until the page with its letter is painted. */
export async function keyMs(page: Page, field: Locator, key: string): Promise<number> {
  await field.focus();
  await page.evaluate(`void (window.typed = new Promise((resolve) => {
    const begin = ({ timeStamp }) =>
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
    document.addEventListener('keydown', begin, { capture: true, once: true });
  }))`);
  await page.keyboard.press(key);
  return page.evaluate<number>('window.typed');
}

export interface ScrollFigures {
  /** Milliseconds between one frame and the next. */
  frames: number[];
  /** Maximum number of rendered rows. */
  mostRows: number;
  /** Share of checked frames with an empty row in the middle of the view. */
  emptyShare: number;
}

/**
 * Scrolls a virtual list down by a fixed number of pixels per frame.
 *
 * @param list JavaScript expression in the page: the scrolling element
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
