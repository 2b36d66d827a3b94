const CLICKABLE = 'a[href], button, input, label, summary';

/** How far a pointer moves at most during a click, in CSS pixels. More is a press that the user cancels. */
const STILL_PX = 4;

interface Press {
  control: HTMLElement;
  at: DOMPoint;
  place: DOMRect;
}

/**
 * Repeats a click that missed its control because the page moved between press and release. The press takes the focus
 * from a field, and the field's error message then appears or disappears above the control.
 * @returns a function that stops it
 */
export function keepClicks(): () => void {
  const stop = new AbortController();
  const listener = { capture: true, signal: stop.signal };
  let press: Press | null = null;
  document.addEventListener('mousedown', (event) => (press = pressOf(event)), listener);
  document.addEventListener(
    'click',
    (event) => {
      const missed = press;
      press = null;
      if (missed === null || !hasMissed(missed, event)) return;
      // The click is on an element around both places, such as a dialog that would close.
      event.stopPropagation();
      missed.control.click();
    },
    listener,
  );
  return () => stop.abort();
}

function pressOf({ target, button, clientX, clientY }: MouseEvent): Press | null {
  const control = target instanceof Element ? target.closest<HTMLElement>(CLICKABLE) : null;
  if (control === null || button !== 0) return null;
  return { control, at: new DOMPoint(clientX, clientY), place: control.getBoundingClientRect() };
}

function hasMissed({ control, at, place }: Press, { target, clientX, clientY }: MouseEvent): boolean {
  if (target instanceof Node && control.contains(target)) return false;
  const { x, y, width } = control.getBoundingClientRect();
  const isInView = control.isConnected && width > 0;
  const hasMoved = x !== place.x || y !== place.y;
  return isInView && hasMoved && Math.hypot(clientX - at.x, clientY - at.y) <= STILL_PX;
}
