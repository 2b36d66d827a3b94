export const NUMBER_TABS = ['numbers', 'trunks'] as const;
export type NumberTab = (typeof NUMBER_TABS)[number];

interface NumbersSearch {
  tab?: NumberTab;
  /** The trunk that is open; `new`: one that is not there yet. */
  trunk?: number | 'new';
}

export function numbersSearch(search: Record<string, unknown>): NumbersSearch {
  const tab = NUMBER_TABS.find((name) => name === search['tab']);
  const trunk = search['trunk'] === 'new' ? 'new' : Number(search['trunk']);
  return {
    ...(tab !== undefined && { tab }),
    ...((trunk === 'new' || (Number.isSafeInteger(trunk) && trunk > 0)) && { trunk }),
  };
}
