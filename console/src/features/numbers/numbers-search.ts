import { idOf, oneOf, present } from '../../lib/search/search-values.ts';

const NUMBER_TABS = ['numbers', 'trunks'] as const;
type NumberTab = (typeof NUMBER_TABS)[number];

interface NumbersSearch {
  tab?: NumberTab;
  /** The trunk that is open; `new`: one that is not there yet. */
  trunk?: number | 'new';
}

export function numbersSearch(search: Record<string, unknown>): NumbersSearch {
  const trunk = search['trunk'];
  return present({
    tab: oneOf(NUMBER_TABS, search['tab']),
    trunk: trunk === 'new' ? trunk : idOf(trunk),
  });
}
