import { type DialogAddress, dialogIn } from '../../lib/search/dialogs.ts';
import { idOf, oneOf, present } from '../../lib/search/search-values.ts';

const NUMBER_TABS = ['numbers', 'trunks'] as const;
type NumberTab = (typeof NUMBER_TABS)[number];

export const NUMBERS_DIALOGS = { buy: 'plain', 'new-trunk': 'plain', trunk: 'id' } as const;

interface NumbersSearch {
  tab?: NumberTab;
  row?: number;
  open?: DialogAddress<typeof NUMBERS_DIALOGS>;
}

export function numbersSearch({ tab, row, open }: Record<string, unknown>): NumbersSearch {
  const dialog = dialogIn(NUMBERS_DIALOGS, open);
  return present({ tab: oneOf(NUMBER_TABS, tab), row: idOf(row), open: dialog });
}
