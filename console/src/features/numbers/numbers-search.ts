import { type DialogAddress, dialogIn } from '../../lib/search/dialogs.ts';
import { idOf, oneOf, present, textOf } from '../../lib/search/search-values.ts';

const NUMBER_TABS = ['numbers', 'trunks'] as const;
type NumberTab = (typeof NUMBER_TABS)[number];

export const NUMBERS_DIALOGS = { buy: 'plain', 'new-trunk': 'plain', trunk: 'id' } as const;

interface NumbersSearch {
  tab?: NumberTab;
  row?: number;
  /** Search of the Buy a number dialog. */
  country?: string;
  digits?: string;
  sms?: true;
  open?: DialogAddress<typeof NUMBERS_DIALOGS>;
}

export function numbersSearch(search: Record<string, unknown>): NumbersSearch {
  const open = dialogIn(NUMBERS_DIALOGS, search['open']);
  return present({
    tab: oneOf(NUMBER_TABS, search['tab']),
    row: idOf(search['row']),
    open,
    ...(open === 'buy' && {
      country: codeOf(search['country']),
      digits: textOf(search['digits']),
      sms: search['sms'] === true ? search['sms'] : undefined,
    }),
  });
}

/** ISO 3166-1 alpha-2 country code. */
function codeOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^[A-Z]{2}$/.test(value) ? value : undefined;
}
