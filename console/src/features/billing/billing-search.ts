import { CHARGE_WORDS } from '../../components/charge-words.ts';
import { dayOf, oneOf, present } from '../../lib/search/search-values.ts';

const BILLING_TABS = ['spend', 'ledger', 'models', 'prices'] as const;
type BillingTab = (typeof BILLING_TABS)[number];

export interface BillingSearch {
  tab?: BillingTab;
  from?: string;
  to?: string;
  kind?: string;
}

export function billingSearch({ tab, from, to, kind }: Record<string, unknown>): BillingSearch {
  return present({
    tab: oneOf(BILLING_TABS, tab),
    from: dayOf(from),
    to: dayOf(to),
    kind: oneOf(Object.keys(CHARGE_WORDS), kind),
  });
}
