/** A campaign that could begin calls. */
export interface Wish {
  accountId: number;
  /** Calls that all campaigns of its account have now, also of those that could begin none. */
  accountLive: number;
  campaignId: number;
  /** Calls that it has now. */
  live: number;
  /** Calls that it could begin now. */
  wanted: number;
}

/**
 * How many of the free places each campaign gets: whoever has the fewest calls comes first, accounts among each other and
 * then the campaigns of an account (max-min fair). No place stays empty while somebody wants it.
 * @param turn counts up from one look to the next, so that a place too few goes to each in turn
 * @returns by campaign id; campaigns that get none are absent
 */
export function sharePlaces(places: number, wishes: readonly Wish[], turn: number): Map<number, number> {
  const accounts = [...Map.groupBy(wishes, ({ accountId }) => accountId).values()];
  const byAccount = fillUp(places, accounts.map(together), turn);
  const shared = new Map<number, number>();
  for (const [index, campaigns] of accounts.entries()) {
    const byCampaign = fillUp(byAccount[index] ?? 0, campaigns, turn);
    for (const [position, { campaignId }] of campaigns.entries()) {
      const granted = byCampaign[position] ?? 0;
      if (granted > 0) shared.set(campaignId, granted);
    }
  }
  return shared;
}

interface Vessel {
  live: number;
  wanted: number;
}

function together(campaigns: readonly Wish[]): Vessel {
  return {
    live: campaigns[0]?.accountLive ?? 0,
    wanted: campaigns.reduce((sum, { wanted }) => sum + wanted, 0),
  };
}

/** As water fills joined vessels: to the highest level that the places reach, and what is left over one by one. */
function fillUp(places: number, vessels: readonly Vessel[], turn: number): number[] {
  const level = highestLevel(places, vessels);
  const filled = vessels.map((vessel) => upTo(level, vessel));
  let left = places - filled.reduce((sum, amount) => sum + amount, 0);
  for (let step = 0; step < vessels.length && left > 0; step += 1) {
    const index = (turn + step) % vessels.length;
    const vessel = vessels[index];
    if (vessel === undefined || upTo(level + 1, vessel) === upTo(level, vessel)) continue;
    filled[index] = upTo(level + 1, vessel);
    left -= 1;
  }
  return filled;
}

function upTo(level: number, { live, wanted }: Vessel): number {
  return Math.max(0, Math.min(wanted, level - live));
}

function highestLevel(places: number, vessels: readonly Vessel[]): number {
  let low = 0;
  let high = 1 + vessels.reduce((most, { live, wanted }) => Math.max(most, live + wanted), 0);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const needed = vessels.reduce((sum, vessel) => sum + upTo(middle, vessel), 0);
    if (needed <= places) low = middle;
    else high = middle;
  }
  return low;
}
