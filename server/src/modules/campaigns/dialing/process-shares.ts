/** So long the others have for calls that are left to them. */
const OTHERS_TURN_MS = 200;
/** Where they begin none of them, so long nothing is left to them, and twice as long each further time. */
const FIRST_ALONE_MS = 10_000;
const LONGEST_ALONE_MS = 120_000;

/** Calls of a campaign that could begin here. */
interface Wanted {
  campaignId: number;
  /** Calls that it may have at a time. */
  most: number;
  /** Of those that it has now, how many are held by this process. */
  held: number;
  /** And how many by the others. */
  others: number;
  /** How many more it may begin. */
  wanted: number;
  /** That call for campaigns, this one among them. */
  processes: number;
  /** So many of those come before this one. */
  rank: number;
}

/** Calls that are left to the others. */
interface Left {
  campaignId: number;
  others: number;
  rest: number;
}

interface Turn {
  untilMs: number;
  /** Calls that the others had when it began. */
  othersBefore: number;
  /** As the others were told last. */
  told: { others: number; rest: number };
}

/**
 * How many calls of a campaign this process begins before the others had their turn: an even share of what the campaign may have at a
 * time, so that no process is full while another has nothing to do. Where the others begin none of what is left to them, all is begun
 * here: they may be full, slow, or have no line for it. Times are of the monotonic clock.
 */
export class ProcessShares {
  /** By campaign. */
  readonly #turns = new Map<number, Turn>();
  /** By campaign, since the others did not take their turn; it counts for so many processes. */
  readonly #alone = new Map<number, { untilMs: number; forMs: number; processes: number }>();

  /** How many calls begin here. */
  of(campaign: Wanted, nowMs: number): number {
    const { campaignId, held, others, wanted, processes } = campaign;
    const fair = Math.max(0, evenShare(campaign) - held);
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
      // They do begin calls, and places became free meanwhile: another turn is theirs.
      this.#alone.delete(campaignId);
      return fair;
    }
    const forMs = before === null ? FIRST_ALONE_MS : Math.min(2 * before.forMs, LONGEST_ALONE_MS);
    this.#alone.set(campaignId, { untilMs: nowMs + forMs, forMs, processes });
    return wanted;
  }

  /**
   * More could begin than this process takes: the others are to have them.
   * @returns when to look whether they did, and whether they are to be told, of what they do not know yet
   */
  leave({ campaignId, others, rest }: Left, nowMs: number): { untilMs: number; isNews: boolean } {
    const known = this.#turns.get(campaignId);
    const told = { others, rest };
    if (known === undefined) {
      const untilMs = nowMs + OTHERS_TURN_MS;
      this.#turns.set(campaignId, { untilMs, othersBefore: others, told });
      return { untilMs, isNews: true };
    }
    const isNews = rest > known.told.rest || others > known.told.others;
    known.told = told;
    return { untilMs: known.untilMs, isNews };
  }

  /** Nothing of the campaign is left to the others. */
  settled(campaignId: number): void {
    this.#turns.delete(campaignId);
  }

  /** The campaign runs no more. */
  forget(campaignId: number): void {
    this.#turns.delete(campaignId);
    this.#alone.delete(campaignId);
  }
}

/**
 * Shares add up to what the campaign may have. Of several campaigns with the same odd number not always the same processes have the calls
 * that are left over; where there are more processes than calls, whoever comes first may have one.
 */
function evenShare({ campaignId, most, processes, rank }: Wanted): number {
  if (most < processes) return 1;
  const count = Math.max(1, processes);
  return Math.floor(most / count) + ((rank + campaignId) % count < most % count ? 1 : 0);
}
