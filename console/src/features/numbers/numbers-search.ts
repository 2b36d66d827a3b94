import { type DialogAddress, dialogIn } from '../../lib/search/dialogs.ts';
import { oneOf, present } from '../../lib/search/search-values.ts';

const NUMBER_TABS = ['numbers', 'trunks'] as const;
type NumberTab = (typeof NUMBER_TABS)[number];

export const NUMBERS_DIALOGS = { buy: 'plain', 'new-trunk': 'plain', trunk: 'id' } as const;

interface NumbersSearch {
  tab?: NumberTab;
  open?: DialogAddress<typeof NUMBERS_DIALOGS>;
}

export function numbersSearch({ tab, open }: Record<string, unknown>): NumbersSearch {
  return present({ tab: oneOf(NUMBER_TABS, tab), open: dialogIn(NUMBERS_DIALOGS, open) });
}
