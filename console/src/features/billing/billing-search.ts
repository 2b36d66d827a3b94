import { dayOf, oneOf, present } from '../../lib/search/search-values.ts';
import { KIND_WORDS } from './charge-kinds.ts';

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
    kind: oneOf(Object.keys(KIND_WORDS), kind),
  });
}
