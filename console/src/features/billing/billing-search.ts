export const BILLING_TABS = ['spend', 'ledger', 'models', 'prices'] as const;
export type BillingTab = (typeof BILLING_TABS)[number];

export interface BillingSearch {
  tab?: BillingTab;
  from?: string;
  to?: string;
  kind?: string;
}

const DATE = /^\d{4}-\d\d-\d\d$/;

export function billingSearch({ tab, from, to, kind }: Record<string, unknown>): BillingSearch {
  const known = BILLING_TABS.find((name) => name === tab);
  return {
    ...(known !== undefined && { tab: known }),
    ...(typeof from === 'string' && DATE.test(from) && { from }),
    ...(typeof to === 'string' && DATE.test(to) && { to }),
    ...(typeof kind === 'string' && kind !== '' && { kind }),
  };
}
