import type { Locator, Page } from 'playwright-core';

/**
 * Controls of a page that cannot be clicked in their center because another element covers them, one line each.
 * Controls outside the window or scrolled out of view do not count.
 * @param by a CSS selector of elements that may cover them
 */
export function coveredControls(page: Page, by: string): Promise<string[]> {
  return page.evaluate<string[]>(`(${FIND_COVERED})(${JSON.stringify(by)})`);
}

/** True if a click in the center of the control, at its current position, hits it. */
export async function isPressable(control: Locator): Promise<boolean> {
  const box = await control.boundingBox();
  if (box === null) return false;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const met = await control.page().evaluate<Record<keyof typeof box, number> | null>(`(() => {
    const met = document.elementFromPoint(${x}, ${y})?.closest('a, button, input, textarea');
    return met == null ? null : met.getBoundingClientRect().toJSON();
  })()`);
  return met !== null && Math.abs(met.x - box.x) < 1 && Math.abs(met.y - box.y) < 1;
}

/** Source of a function that runs in the page. */
const FIND_COVERED = `(by) => {
  const inside = ({ left, top, right, bottom }, x, y) => x >= left && x <= right && y >= top && y <= bottom;
  const isShown = (element, x, y) => {
    for (let part = element.parentElement; part !== document.body; part = part.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(part);
      const clips = overflowX !== 'visible' || overflowY !== 'visible';
      if (clips && !inside(part.getBoundingClientRect(), x, y)) return false;
    }
    return inside({ left: 0, top: 0, right: innerWidth, bottom: innerHeight }, x, y);
  };
  const isMet = (control, x, y) => {
    const met = document.elementFromPoint(x, y);
    return met !== null && control.contains(met);
  };
  const covers = [...document.querySelectorAll(by)];
  if (covers.every((cover) => cover.textContent === '')) throw new Error('Nothing that could cover is there.');
  const controls = document.querySelectorAll(
    'a[href], button, input, textarea, select, summary, [role="tab"], [role="combobox"], [role="menuitem"]',
  );
  const hidden = [...controls].flatMap((control) => {
    if (covers.some((cover) => cover.contains(control)) || !control.checkVisibility()) return [];
    const { x, y, width, height } = control.getBoundingClientRect();
    const at = { control, x: x + width / 2, y: y + height / 2 };
    return width > 0 && isShown(control, at.x, at.y) && !isMet(control, at.x, at.y) ? [at] : [];
  });
  for (const cover of covers) cover.style.visibility = 'hidden';
  const covered = hidden.filter(({ control, x, y }) => isMet(control, x, y));
  for (const cover of covers) cover.style.visibility = '';
  return covered.map(({ control, x, y }) => (control.ariaLabel ?? control.textContent).trim() + ' at ' + x + ', ' + y);
}`;
