/** What goes from a list in one piece. */
const ROW = '[role="row"], li, fieldset';

type Side = 'nextSibling' | 'previousSibling';

/**
 * What takes the place of a control that went with its row: the same one of the row that is there now, or of the one
 * before. Null: it went otherwise, or there is no other row.
 */
export function controlInPlace(gone: Element, removals: readonly MutationRecord[]): HTMLElement | null {
  const row = gone.getRootNode();
  if (!(row instanceof Element) || !row.matches(ROW)) return null;
  const beside = (side: Side): Element | null => sameControl(gone, row, rowBeside(row, side, removals));
  const control = beside('nextSibling') ?? beside('previousSibling');
  return control instanceof HTMLElement ? control : null;
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
