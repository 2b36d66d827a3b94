/** What a process that claims is told when it is started. */
export interface ClaimerOrder {
  contender: ClaimContender;
  databaseUrl: string;
  /** Of the leads; empty where there are none. */
  campaignIds: number[];
}

export const claimContenders = ['parley', 'raw', 'graphile-worker'] as const;
export type ClaimContender = (typeof claimContenders)[number];

/** What it tells its parent: how much it has done since the last time, and how long claims took. */
export interface ClaimerReport {
  done: number;
  claimsMs: number[];
}

/** Things that one claim takes at most. */
export const CLAIMED_AT_ONCE = 100;
