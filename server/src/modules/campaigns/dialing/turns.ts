interface CampaignRef {
  campaignId: number;
  userId: number;
}

/** More entries than accounts or campaigns that call at a time; older entries do not matter. */
const MAX_KNOWN = 10_000;

/** Round robin for scarce rate slots: the account, then the campaign, whose last call began longest ago comes first. */
export class Turns {
  readonly #accounts = new Map<number, number>();
  readonly #campaigns = new Map<number, number>();
  #count = 0;

  began({ campaignId, userId }: CampaignRef): void {
    this.#count += 1;
    remember(this.#accounts, userId, this.#count);
    remember(this.#campaigns, campaignId, this.#count);
  }

  /** Sorts by account turn, then by campaign turn. */
  inOrder<Campaign extends CampaignRef>(requests: readonly Campaign[]): Campaign[] {
    const last = ({ campaignId, userId }: CampaignRef): [number, number] => [
      this.#accounts.get(userId) ?? 0,
      this.#campaigns.get(campaignId) ?? 0,
    ];
    return requests.toSorted((one, other) => {
      const [[account, campaign], [otherAccount, otherCampaign]] = [last(one), last(other)];
      return account - otherAccount || one.userId - other.userId || campaign - otherCampaign;
    });
  }
}

function remember(counts: Map<number, number>, key: number, count: number): void {
  // Moves the key to the end, so that the first key of the map is the oldest.
  counts.delete(key);
  counts.set(key, count);
  const [oldest] = counts.keys();
  if (counts.size > MAX_KNOWN && oldest !== undefined) counts.delete(oldest);
}

/**
 * Interleaves leads: accounts take turns, then campaigns within an account. Leads of a campaign keep their order.
 * @param campaigns in order of their turns
 */
export function interleave<Lead extends { campaignId: number }>(
  leads: readonly Lead[],
  campaigns: readonly CampaignRef[],
): Lead[] {
  const byCampaign = Map.groupBy(leads, ({ campaignId }) => campaignId);
  const byAccount = Map.groupBy(campaigns, ({ userId }) => userId);
  const queues = [...byAccount.values()].map((own) =>
    roundRobin(own.map(({ campaignId }) => byCampaign.get(campaignId) ?? [])),
  );
  return roundRobin(queues);
}

/** Takes one item from each queue in turn. */
function roundRobin<Item>(queues: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(0, ...queues.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => index).flatMap((index) =>
    queues.flatMap((queue) => queue.slice(index, index + 1)),
  );
}
