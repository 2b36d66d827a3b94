/** So long the others have for calls that are left to them. */
const OTHERS_TURN_MS = 200;
/** Where they did not take them, so long nothing is left to them. */
const ALONE_MS = 10_000;

/** Calls of a campaign that could begin here. */
interface Wanted {
  campaignId: number;
  /** Calls that it may have at a time. */
  most: number;
  /** Of those that it has now, how many are held by this process. */
  held: number;
  /** How many more it may begin. */
  wanted: number;
  /** That call for campaigns, this one among them. */
  processes: number;
}

/**
 * How many calls of a campaign this process begins before the others had their turn: an even share of what the campaign may have at a
 * time, so that no process is full while another has nothing to do. What the others do not take in time is taken all the same: they
 * may be full, slow, or have no line for it.
 */
export class ProcessShares {
  /** Until when the others may take what was left to them, by campaign. */
  readonly #leftUntilMs = new Map<number, number>();
  /** Until when nothing is left to them, by campaign. */
  readonly #aloneUntilMs = new Map<number, number>();

  /** How many calls begin here. */
  of({ campaignId, most, held, wanted, processes }: Wanted, nowMs: number): number {
    const fair = Math.max(0, Math.ceil(most / Math.max(1, processes)) - held);
    if (processes <= 1 || wanted <= fair) {
      this.settled(campaignId);
      return wanted;
    }
    if ((this.#aloneUntilMs.get(campaignId) ?? Number.NEGATIVE_INFINITY) > nowMs) return wanted;
    const leftUntilMs = this.#leftUntilMs.get(campaignId);
    if (leftUntilMs === undefined || nowMs < leftUntilMs) return fair;
    this.#leftUntilMs.delete(campaignId);
    this.#aloneUntilMs.set(campaignId, nowMs + ALONE_MS);
    return wanted;
  }

  /**
   * More could begin than this process takes: the others are to have them.
   * @returns when to look whether they did, and whether they are still to be told
   */
  leave(campaignId: number, nowMs: number): { untilMs: number; isNew: boolean } {
    const known = this.#leftUntilMs.get(campaignId);
    if (known !== undefined) return { untilMs: known, isNew: false };
    const untilMs = nowMs + OTHERS_TURN_MS;
    this.#leftUntilMs.set(campaignId, untilMs);
    return { untilMs, isNew: true };
  }

  /** Nothing of the campaign is left to the others. */
  settled(campaignId: number): void {
    this.#leftUntilMs.delete(campaignId);
  }

  /** The campaign runs no more. */
  forget(campaignId: number): void {
    this.#leftUntilMs.delete(campaignId);
    this.#aloneUntilMs.delete(campaignId);
  }
}
