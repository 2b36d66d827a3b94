import { type DialogAddress, dialogIn } from '../../lib/search/dialogs.ts';
import { idOf, oneOf, present, textOf } from '../../lib/search/search-values.ts';
import { readNumber } from './customers/customers.ts';

export const SANDBOX_TABS = ['phone', 'messenger', 'sms', 'world'] as const;

export const SANDBOX_DIALOGS = { 'new-customer': 'plain', 'new-template': 'plain' } as const;

/** Search parameters of the sandbox. */
export interface SandboxSearch {
  tab?: (typeof SANDBOX_TABS)[number];
  /** The customer's number. */
  customer?: string;
  /** Id of the sender that the customer writes to. */
  sender?: number;
  /** Id of the number that the customer sends SMS to. */
  number?: number;
  /** The customer's phone receives calls. */
  reachable?: true;
  open?: DialogAddress<typeof SANDBOX_DIALOGS>;
}

export function sandboxSearch(search: Record<string, unknown>): SandboxSearch {
  const open = dialogIn(SANDBOX_DIALOGS, search['open']);
  const customer = textOf(search['customer'], 20);
  return present({
    tab: open === 'new-template' ? 'messenger' : oneOf(SANDBOX_TABS, search['tab']),
    open,
    // The router parses +40… in a URL as a number and drops the plus.
    customer:
      (customer && readNumber(customer.startsWith('+') ? customer : `+${customer.trim()}`)) || undefined,
    sender: idOf(search['sender']),
    number: idOf(search['number']),
    reachable: search['reachable'] === true ? true : undefined,
  });
}
