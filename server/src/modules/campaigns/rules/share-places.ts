/** A campaign that could begin calls. */
export interface Wish {
  accountId: number;
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
  throw new Error(`unwritten ${places} ${wishes.length} ${turn}`);
}
