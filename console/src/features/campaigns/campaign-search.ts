import { LEAD_STATUSES } from '#contract/campaign-states.ts';

export const CAMPAIGN_TABS = ['monitor', 'leads', 'report', 'settings'] as const;
export type CampaignTab = (typeof CAMPAIGN_TABS)[number];

/** What is opened over the list of leads. */
export const LEAD_PANELS = ['import', 'add', 'edit'] as const;

export interface CampaignSearch {
  tab?: CampaignTab;
  /** The lead that is shown. */
  lead?: number;
  panel?: (typeof LEAD_PANELS)[number];
  status?: (typeof LEAD_STATUSES)[number];
  /** Part of a lead's number. */
  number?: string;
  from?: string;
  to?: string;
}

/** What the address of a campaign says; what makes no sense is left out. */
export function campaignSearch(search: Record<string, unknown>): CampaignSearch {
  const tab = CAMPAIGN_TABS.find((name) => name === search['tab']);
  const panel = LEAD_PANELS.find((name) => name === search['panel']);
  const status = LEAD_STATUSES.find((name) => name === search['status']);
  const lead = Number(search['lead']);
  const [number, from, to] = [textIn(search['number']), dayIn(search['from']), dayIn(search['to'])];
  return {
    ...(tab !== undefined && { tab }),
    ...(Number.isSafeInteger(lead) && lead > 0 && { lead }),
    ...(panel !== undefined && { panel }),
    ...(status !== undefined && { status }),
    ...(number !== undefined && { number }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

/** Digits come out of an address as a number. */
export function textIn(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? text : undefined;
}

function dayIn(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined;
}
