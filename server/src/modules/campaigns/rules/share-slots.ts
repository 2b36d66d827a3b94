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

interface Demand {
  live: number;
  wanted: number;
}

function together(campaigns: readonly SlotRequest[]): Demand {
  return {
    live: campaigns[0]?.accountLive ?? 0,
    wanted: campaigns.reduce((sum, { wanted }) => sum + wanted, 0),
  };
}

/** Water-filling: raises all demands to the highest level the slots allow, then distributes the remainder one by one. */
function fillSlots(slots: number, demands: readonly Demand[], turn: number): number[] {
  const level = highestLevel(slots, demands);
  const filled = demands.map((demand) => upTo(level, demand));
  let left = slots - filled.reduce((sum, amount) => sum + amount, 0);
  for (let step = 0; step < demands.length && left > 0; step += 1) {
    const index = (turn + step) % demands.length;
    const demand = demands[index];
    if (demand === undefined || upTo(level + 1, demand) === upTo(level, demand)) continue;
    filled[index] = upTo(level + 1, demand);
    left -= 1;
  }
  return filled;
}

function upTo(level: number, { live, wanted }: Demand): number {
  return Math.max(0, Math.min(wanted, level - live));
}

function highestLevel(slots: number, demands: readonly Demand[]): number {
  let low = 0;
  let high = 1 + demands.reduce((max, { live, wanted }) => Math.max(max, live + wanted), 0);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const needed = demands.reduce((sum, demand) => sum + upTo(middle, demand), 0);
    if (needed <= slots) low = middle;
    else high = middle;
  }
  return low;
}
