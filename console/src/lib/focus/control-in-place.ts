/** Elements of a list that are removed as a whole. */
const ROW = '[role="row"], li, fieldset';

type Side = 'nextSibling' | 'previousSibling';

/** Marks the button that adds rows to a form, or an element around it. */
const ADDS = '[data-adds]';
/** Boundaries of the search for the button that adds rows. */
const PLACE = 'form, fieldset, [role="tabpanel"]';

/**
 * The control that takes the focus after a control was removed with its row: the same control in the next row, else in
 * the previous row, else the button that adds rows. Null if the control was removed in another way or none of these
 * exist.
 */
export function controlInPlace(gone: Element, removals: readonly MutationRecord[]): HTMLElement | null {
  const top = gone.getRootNode();
  if (!(top instanceof Element) || gone.closest(ROW) === null) return null;
  const beside = (side: Side): Element | null => sameControl(gone, top, rowBeside(top, side, removals));
  const other = top.matches(ROW) ? (beside('nextSibling') ?? beside('previousSibling')) : null;
  const control =
    other ?? adderNear(removals.findLast(({ removedNodes }) => [...removedNodes].includes(top)));
  return control instanceof HTMLElement ? control : null;
}

/** The closest add button, because a form may have several lists, and lists within rows. */
function adderNear(removal: MutationRecord | undefined): Element | null {
  const target = removal?.target;
  if (!(target instanceof Element)) return null;
  const place = target.closest(PLACE);
  for (let at: Element | null = target; place?.contains(at); at = at?.parentElement ?? null) {
    const adder = at?.querySelector(ADDS) ?? null;
    if (adder !== null) return adder.matches('button') ? adder : adder.querySelector('button');
  }
  return null;
}

/** The neighbor of a removed row. Neighbors may have been removed too, so follow the removals until one remains. */
function rowBeside(row: Node, side: Side, removals: readonly MutationRecord[]): Element | null {
  let beside: Node | null = row;
  while (beside !== null && !beside.isConnected) {
    const went: Node = beside;
    beside = removals.findLast(({ removedNodes }) => [...removedNodes].includes(went))?.[side] ?? null;
  }
  return beside instanceof Element && beside.matches(ROW) ? beside : null;
}

/**
 * The control at the same position in another row. Links are counted from the start of the row, actions from its end.
 */
function sameControl(gone: Element, row: Element, other: Element | null): Element | null {
  const isLink = gone.localName === 'a';
  const way: number[] = [];
  for (let at: Element | null = gone; at !== null && at !== row; at = at.parentElement) {
    const beside = [...(at.parentElement?.children ?? [])];
    way.unshift(beside.indexOf(at) - (isLink ? 0 : beside.length));
  }
  const end = way.reduce((at: Element | null, step) => [...(at?.children ?? [])].at(step) ?? null, other);
  return end?.localName === gone.localName ? end : null;
}
