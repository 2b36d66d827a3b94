interface Waiting {
  campaignId: number;
  userId: number;
}

/**
 * Campaigns waiting for a slot of this process, and the calls each has here. Accounts with the fewest calls come first,
 * then their campaigns with the fewest, counting each returned campaign as a call: an account with many waiting
 * campaigns cannot crowd out others.
 */
export class WaitingCampaigns {
  readonly #waiting = new Map<number, Waiting>();
  readonly #activeByCampaign = new Map<number, number>();
  readonly #activeByAccount = new Map<number, number>();
  #active = 0;

  get size(): number {
    return this.#waiting.size;
  }

  wait(waiting: Waiting): void {
    this.#waiting.set(waiting.campaignId, waiting);
  }

  has(campaignId: number): boolean {
    return this.#waiting.has(campaignId);
  }

  leave(campaignId: number): void {
    this.#waiting.delete(campaignId);
  }

  began({ campaignId, userId }: Waiting): void {
    add(this.#activeByCampaign, campaignId, 1);
    add(this.#activeByAccount, userId, 1);
    this.#active += 1;
  }

  ended({ campaignId, userId }: Waiting): void {
    add(this.#activeByCampaign, campaignId, -1);
    add(this.#activeByAccount, userId, -1);
    this.#active -= 1;
  }

  /** Campaign calls in this process. */
  get active(): number {
    return this.#active;
  }

  /** The next campaigns to schedule. */
  first(max: number): number[] {
    const active = ({ campaignId }: Waiting): number => this.#activeByCampaign.get(campaignId) ?? 0;
    const accounts = Map.groupBy(this.#waiting.values(), ({ userId }) => userId);
    const queue = [...accounts].flatMap(([userId, campaigns]) => {
      const before = this.#activeByAccount.get(userId) ?? 0;
      const own = campaigns.sort((one, other) => active(one) - active(other));
      return own.map(({ campaignId }, index) => ({ campaignId, level: before + index }));
    });
    queue.sort((one, other) => one.level - other.level);
    return queue.slice(0, max).map(({ campaignId }) => campaignId);
  }
}

function add(counts: Map<number, number>, key: number, amount: number): void {
  const count = (counts.get(key) ?? 0) + amount;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
