/** Time in which the other processes may begin the calls reserved for them: their turn. */
const OTHERS_TURN_MS = 200;
/** If the other processes began no call in their turn, none are reserved for them for this long. Doubles each time. */
const FIRST_ALONE_MS = 10_000;
const LONGEST_ALONE_MS = 120_000;

interface Wanted {
  campaignId: number;
  /** The campaign's limit of concurrent calls. */
  max: number;
  /** The campaign's calls in this process. */
  active: number;
  /** The campaign's calls in other processes. */
  others: number;
  /** Calls that could begin now. */
  wanted: number;
  /** Running dialer processes, including this one. */
  processes: number;
  /** Number of dialer processes with a lower id. */
  rank: number;
}

interface Left {
  campaignId: number;
  others: number;
  rest: number;
}

interface Turn {
  untilMs: number;
  /** Calls of the others when their turn began. */
  othersBefore: number;
  /** Counts in the last notification to the others. */
  notified: { others: number; rest: number };
}

/**
 * Decides how many calls of a campaign this process begins: at first an even share of the campaign's limit, so that no
 * process is full while another is idle. The rest is reserved for the other processes for `OTHERS_TURN_MS`. If they do not
 * use it (they are full, slow or without a route), all calls begin here. Times are monotonic.
 */
export class ProcessShares {
  readonly #turns = new Map<number, Turn>();
  /** By campaign: until when no calls are reserved for other processes, and how many processes there were. */
  readonly #alone = new Map<number, { untilMs: number; forMs: number; processes: number }>();

  of(campaign: Wanted, nowMs: number): number {
    const { campaignId, active, others, wanted, processes } = campaign;
    const fair = Math.max(0, evenShare(campaign) - active);
    if (processes <= 1 || wanted <= fair) {
      this.settled(campaignId);
      return wanted;
    }
    const alone = this.#alone.get(campaignId);
    const before = alone?.processes === processes ? alone : null;
    if (before !== null && nowMs < before.untilMs) return wanted;
    const turn = this.#turns.get(campaignId);
    if (turn === undefined || nowMs < turn.untilMs) return fair;
    this.#turns.delete(campaignId);
    if (others > turn.othersBefore) {
      // The others have begun calls, and slots have become free again, so they get another turn.
      this.#alone.delete(campaignId);
      return fair;
    }
    const forMs = before === null ? FIRST_ALONE_MS : Math.min(2 * before.forMs, LONGEST_ALONE_MS);
    this.#alone.set(campaignId, { untilMs: nowMs + forMs, forMs, processes });
    return wanted;
  }

  /**
   * Leaves calls to the others.
   * @returns when to check what they began, and whether to notify them
   */
  leave({ campaignId, others, rest }: Left, nowMs: number): { untilMs: number; isNews: boolean } {
    const known = this.#turns.get(campaignId);
    const notified = { others, rest };
    if (known === undefined) {
      const untilMs = nowMs + OTHERS_TURN_MS;
      this.#turns.set(campaignId, { untilMs, othersBefore: others, notified });
      return { untilMs, isNews: true };
    }
    const isNews = rest > known.notified.rest || others > known.notified.others;
    known.notified = notified;
    return { untilMs: known.untilMs, isNews };
  }

  /** Ends the others' turn. */
  settled(campaignId: number): void {
    this.#turns.delete(campaignId);
  }

  /** Drops the state of a campaign that stopped running. */
  forget(campaignId: number): void {
    this.#turns.delete(campaignId);
    this.#alone.delete(campaignId);
  }
}

/**
 * This process's share. Shares add up to the campaign's limit. The remainder rotates by campaign id, so that different
 * processes get it. With fewer calls than processes, each process may begin one: first come, first served.
 */
function evenShare({ campaignId, max, processes, rank }: Wanted): number {
  if (max < processes) return 1;
  const count = Math.max(1, processes);
  return Math.floor(max / count) + ((rank + campaignId) % count < max % count ? 1 : 0);
}
