import type { LeadStatus } from '#contract/campaign-states.ts';
import { dayOf, idOf, oneOf, present, textOf } from '../../lib/search/search-values.ts';
import { LEAD_STATUS_NAMES } from './campaign-words.ts';

const CAMPAIGN_TABS = ['monitor', 'leads', 'report', 'settings'] as const;
export type CampaignTab = (typeof CAMPAIGN_TABS)[number];

/** What is opened over the list of leads. */
const LEAD_PANELS = ['import', 'add', 'edit'] as const;

export interface CampaignSearch {
  tab?: CampaignTab;
  /** The lead that is shown. */
  lead?: number;
  panel?: (typeof LEAD_PANELS)[number];
  status?: LeadStatus;
  /** Part of a lead's number. */
  number?: string;
  from?: string;
  to?: string;
}

/** What the address of a campaign says; what makes no sense is left out. */
export function campaignSearch(search: Record<string, unknown>): CampaignSearch {
  return present({
    tab: oneOf(CAMPAIGN_TABS, search['tab']),
    lead: idOf(search['lead']),
    panel: oneOf(LEAD_PANELS, search['panel']),
    status: oneOf(LEAD_STATUS_NAMES, search['status']),
    number: textOf(search['number'], 32),
    from: dayOf(search['from']),
    to: dayOf(search['to']),
  });
}
