import { type Demand, fillSlots } from '../../calls/active/fill-slots.ts';

export interface SlotRequest {
  accountId: number;
  /** Live calls of all campaigns of its account. */
  accountLive: number;
  campaignId: number;
  /** Live calls of the campaign. */
  live: number;
  /** Calls that the campaign could begin now. */
  wanted: number;
}

/**
 * Distributes free slots by max-min fairness: the fewest live calls first, between accounts and then between campaigns
 * of an account. No slot stays free while requested.
 * @param turn increases with each pass, so that the remainder rotates
 * @returns slots by campaign id; campaigns without any are absent
 */
export function shareSlots(
  slots: number,
  requests: readonly SlotRequest[],
  turn: number,
): Map<number, number> {
  const accounts = [...Map.groupBy(requests, ({ accountId }) => accountId).values()];
  const byAccount = fillSlots(slots, accounts.map(together), turn);
  const shared = new Map<number, number>();
  for (const [index, campaigns] of accounts.entries()) {
    const byCampaign = fillSlots(byAccount[index] ?? 0, campaigns, turn);
    for (const [position, { campaignId }] of campaigns.entries()) {
      const granted = byCampaign[position] ?? 0;
      if (granted > 0) shared.set(campaignId, granted);
    }
  }
  return shared;
}

function together(campaigns: readonly SlotRequest[]): Demand {
  return {
    live: campaigns[0]?.accountLive ?? 0,
    wanted: campaigns.reduce((sum, { wanted }) => sum + wanted, 0),
  };
}
