import { type DialogAddress, dialogIn } from '../../lib/search/dialogs.ts';
import { idOf, oneOf, present, textOf } from '../../lib/search/search-values.ts';
import { readNumber } from './customers/customers.ts';

export const SANDBOX_TABS = ['phone', 'messenger', 'sms', 'world'] as const;

export const SANDBOX_DIALOGS = { 'new-customer': 'plain', 'new-template': 'plain' } as const;

/** What one plays, and as whom. */
export interface SandboxSearch {
  tab?: (typeof SANDBOX_TABS)[number];
  /** The customer's number. */
  customer?: string;
  /** To whom the customer writes. */
  sender?: number;
  /** To which number of the account the customer sends SMS. */
  number?: number;
  /** The customer's telephone waits for calls. */
  reachable?: true;
  open?: DialogAddress<typeof SANDBOX_DIALOGS>;
}

export function sandboxSearch(search: Record<string, unknown>): SandboxSearch {
  const open = dialogIn(SANDBOX_DIALOGS, search['open']);
  const customer = textOf(search['customer'], 20);
  return present({
    tab: open === 'new-template' ? 'messenger' : oneOf(SANDBOX_TABS, search['tab']),
    open,
    // A number in an address loses its plus where it is read as a number.
    customer:
      (customer && readNumber(customer.startsWith('+') ? customer : `+${customer.trim()}`)) || undefined,
    sender: idOf(search['sender']),
    number: idOf(search['number']),
    reachable: search['reachable'] === true ? true : undefined,
  });
}
