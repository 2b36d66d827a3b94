interface OfCampaign {
  campaignId: number;
  userId: number;
}

/** More accounts and campaigns than call at a time; of the others it does not matter when they were last. */
const MOST_KNOWN = 10_000;

/** Whose turn it is when a carrier takes fewer calls than could begin: whoever began one the longest ago. */
export class Turns {
  readonly #accounts = new Map<number, number>();
  readonly #campaigns = new Map<number, number>();
  #count = 0;

  took({ campaignId, userId }: OfCampaign): void {
    this.#count += 1;
    remember(this.#accounts, userId, this.#count);
    remember(this.#campaigns, campaignId, this.#count);
  }

  /** Accounts whose turn it is first, and of each its campaigns likewise. */
  inOrder<Wish extends OfCampaign>(wishes: readonly Wish[]): Wish[] {
    const last = ({ campaignId, userId }: OfCampaign): [number, number] => [
      this.#accounts.get(userId) ?? 0,
      this.#campaigns.get(campaignId) ?? 0,
    ];
    return wishes.toSorted((one, other) => {
      const [[account, campaign], [otherAccount, otherCampaign]] = [last(one), last(other)];
      return account - otherAccount || one.userId - other.userId || campaign - otherCampaign;
    });
  }
}

function remember(counts: Map<number, number>, key: number, count: number): void {
  // Behind all others, so that the first of the map is the oldest.
  counts.delete(key);
  counts.set(key, count);
  const [oldest] = counts.keys();
  if (counts.size > MOST_KNOWN && oldest !== undefined) counts.delete(oldest);
}

/**
 * Leads of several campaigns so that accounts take turns, and campaigns within an account; those of a campaign stay in
 * their order.
 * @param campaigns in the order of their turns
 */
export function takeTurns<Lead extends { campaignId: number }>(
  leads: readonly Lead[],
  campaigns: readonly OfCampaign[],
): Lead[] {
  const byCampaign = Map.groupBy(leads, ({ campaignId }) => campaignId);
  const byAccount = Map.groupBy(campaigns, ({ userId }) => userId);
  const lines = [...byAccount.values()].map((own) =>
    alternating(own.map(({ campaignId }) => byCampaign.get(campaignId) ?? [])),
  );
  return alternating(lines);
}

/** The first of each, then the second of each, and so on. */
function alternating<Thing>(lines: readonly (readonly Thing[])[]): Thing[] {
  const longest = Math.max(0, ...lines.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => index).flatMap((index) =>
    lines.flatMap((line) => line.slice(index, index + 1)),
  );
}
