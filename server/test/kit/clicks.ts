import type { Page } from 'playwright-core';

/** Counts mouse clicks and dropped files in the session storage, which survives reloads. */
const COUNTER = `(() => {
  const count = (name) => () => sessionStorage.setItem(name, String(Number(sessionStorage.getItem(name)) + 1));
  addEventListener('pointerdown', count('clicks'), true);
  addEventListener('drop', count('drops'), true);
})()`;

/** Counts the clicks of a page. Call it before the first load. */
export async function countClicks(page: Page): Promise<void> {
  await page.addInitScript(COUNTER);
}

export const clicks = async (page: Page): Promise<number> =>
  Number(await page.evaluate(`sessionStorage.getItem('clicks')`));

export const drops = async (page: Page): Promise<number> =>
  Number(await page.evaluate(`sessionStorage.getItem('drops')`));
