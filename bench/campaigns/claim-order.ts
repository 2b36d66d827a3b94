/** What a process that claims is told when it is started. */
export interface ClaimerOrder {
  contender: ClaimContender;
  databaseUrl: string;
  /** Of the leads; empty where there are none. */
  campaignIds: number[];
  /** Which of so many processes it is. */
  index: number;
  of: number;
}

/** The first four are done with what they claim; the last two claim alone. */
export const claimContenders = [
  'parley',
  'tables',
  'raw',
  'graphile-worker',
  'parley-claim',
  'raw-claim',
] as const;
export type ClaimContender = (typeof claimContenders)[number];

/** What a contender is compared with: the part of ours that does the same. */
export const OURS: Record<ClaimContender, ClaimContender> = {
  ...{ parley: 'parley', tables: 'parley', raw: 'parley', 'graphile-worker': 'parley' },
  ...{ 'parley-claim': 'parley-claim', 'raw-claim': 'parley-claim' },
};

/** What it tells its parent: how much it has done since the last time, and how long claims took. */
export interface ClaimerReport {
  done: number;
  claimsMs: number[];
}

/** Things that one claim takes at most. */
export const CLAIMED_AT_ONCE = 100;
