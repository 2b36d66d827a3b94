/** What goes from a list in one piece. */
const ROW = '[role="row"], li, fieldset';

type Side = 'nextSibling' | 'previousSibling';

/** Where rows of a form are added, by `data-adds`: the button itself, or what it stands in. */
const ADDS = '[data-adds]';
/** The parts of a page within which rows belong to what adds them. */
const PLACE = 'form, fieldset, [role="tabpanel"]';

/**
 * What takes the place of a control that went with its row: the same one of the row that is there now, or of the one
 * before, or what adds rows to the form. Null: it went otherwise, or there is nothing of these.
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

/** Of the smallest part of the form around the row: a form may have several lists, and lists in rows. */
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

/** What stood beside it then may have gone too: each is asked what it had beside it when it went. */
function rowBeside(row: Node, side: Side, removals: readonly MutationRecord[]): Element | null {
  let beside: Node | null = row;
  while (beside !== null && !beside.isConnected) {
    const went: Node = beside;
    beside = removals.findLast(({ removedNodes }) => [...removedNodes].includes(went))?.[side] ?? null;
  }
  return beside instanceof Element && beside.matches(ROW) ? beside : null;
}

/** At the end of the same way down. A link names its row, and is counted from the front; what one does with it, from behind. */
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
