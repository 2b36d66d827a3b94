/** A campaign that would begin calls if this process had places. */
interface Waiting {
  campaignId: number;
  userId: number;
}

/**
 * Campaigns that wait for a place in this process, and how many calls each has here: whoever is looked at next when a
 * place is free. Accounts with the fewest calls come first, and of each its campaigns with the fewest, as if each of them
 * had got a place: however many campaigns an account has waiting, they keep no other account out of the look.
 */
export class WaitingLine {
  readonly #waiting = new Map<number, Waiting>();
  readonly #heldByCampaign = new Map<number, number>();
  readonly #heldByAccount = new Map<number, number>();

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
    add(this.#heldByCampaign, campaignId, 1);
    add(this.#heldByAccount, userId, 1);
  }

  ended({ campaignId, userId }: Waiting): void {
    add(this.#heldByCampaign, campaignId, -1);
    add(this.#heldByAccount, userId, -1);
  }

  /** Calls of a campaign that this process has. */
  held(campaignId: number): number {
    return this.#heldByCampaign.get(campaignId) ?? 0;
  }

  /** Who is looked at next, at most so many. */
  first(most: number): number[] {
    const held = ({ campaignId }: Waiting): number => this.held(campaignId);
    const accounts = Map.groupBy(this.#waiting.values(), ({ userId }) => userId);
    const line = [...accounts].flatMap(([userId, campaigns]) => {
      const before = this.#heldByAccount.get(userId) ?? 0;
      const own = campaigns.sort((one, other) => held(one) - held(other));
      return own.map(({ campaignId }, index) => ({ campaignId, level: before + index }));
    });
    line.sort((one, other) => one.level - other.level);
    return line.slice(0, most).map(({ campaignId }) => campaignId);
  }
}

function add(counts: Map<number, number>, key: number, amount: number): void {
  const count = (counts.get(key) ?? 0) + amount;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
