import type { LeadStatus } from '#contract/campaign-states.ts';
import type { LeadOrder } from '#contract/leads.ts';
import type { SortDirection } from '#contract/pagination.ts';
import { type DialogAddress, dialogIn } from '../../lib/search/dialogs.ts';
import { dayOf, oneOf, present, textOf } from '../../lib/search/search-values.ts';
import { SORT_DIRECTION_NAMES } from '../../routing/sort-directions.ts';
import { LEAD_ORDER_NAMES, LEAD_STATUS_NAMES } from './lead-status-names.ts';

const CAMPAIGN_TABS = ['monitor', 'leads', 'report', 'settings'] as const;
export type CampaignTab = (typeof CAMPAIGN_TABS)[number];

/** Dialogs over the Leads tab, and `start` over any tab. */
export const CAMPAIGN_DIALOGS = {
  start: 'plain',
  import: 'plain',
  'new-lead': 'plain',
  lead: 'id',
  'edit-lead': 'id',
} as const;

export interface CampaignSearch {
  tab?: CampaignTab;
  open?: DialogAddress<typeof CAMPAIGN_DIALOGS>;
  status?: LeadStatus;
  /** Part of a lead's number. */
  number?: string;
  from?: string;
  to?: string;
  /** Order of the leads. */
  order_by?: LeadOrder;
  direction?: SortDirection;
  /** Shows calls by hour as a table; absent for the chart. */
  hours?: 'table';
}

/** Parses the search parameters of a campaign; invalid ones are dropped. */
export function campaignSearch(search: Record<string, unknown>): CampaignSearch {
  const open = dialogIn(CAMPAIGN_DIALOGS, search['open']);
  return present({
    tab: open === undefined || open === 'start' ? oneOf(CAMPAIGN_TABS, search['tab']) : 'leads',
    open,
    status: oneOf(LEAD_STATUS_NAMES, search['status']),
    number: textOf(search['number'], 32),
    from: dayOf(search['from']),
    to: dayOf(search['to']),
    order_by: oneOf(LEAD_ORDER_NAMES, search['order_by']),
    direction: oneOf(SORT_DIRECTION_NAMES, search['direction']),
    hours: oneOf(['table'] as const, search['hours']),
  });
}

export const BLACKLIST_DIALOGS = { 'new-number': 'plain' } as const;

interface BlacklistSearch {
  /** Part of a number. */
  number?: string;
  open?: DialogAddress<typeof BLACKLIST_DIALOGS>;
}

export function blacklistSearch({ number, open }: Record<string, unknown>): BlacklistSearch {
  return present({ number: textOf(number, 32), open: dialogIn(BLACKLIST_DIALOGS, open) });
}

const CAMPAIGN_ORDER_NAMES = ['created_at', 'name', 'status', 'leads', 'started_at'] as const;
export type CampaignOrder = (typeof CAMPAIGN_ORDER_NAMES)[number];

/** The order of the list; newest first by default. */
export interface CampaignListSearch {
  order_by?: CampaignOrder;
  direction?: SortDirection;
}

export function campaignListSearch({ order_by, direction }: Record<string, unknown>): CampaignListSearch {
  return present({
    order_by: oneOf(CAMPAIGN_ORDER_NAMES, order_by),
    direction: oneOf(SORT_DIRECTION_NAMES, direction),
  });
}
