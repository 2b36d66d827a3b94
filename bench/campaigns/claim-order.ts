/** Start parameters of a claiming process. */
export interface ClaimerOrder {
  contender: ClaimContender;
  databaseUrl: string;
  /** Campaigns of the leads; empty without leads. */
  campaignIds: number[];
  /** Index of the process, and the number of processes. */
  index: number;
  of: number;
}

/** The first four also finish what they claim; the last two only claim. */
export const claimContenders = [
  'parley',
  'tables',
  'raw',
  'graphile-worker',
  'parley-claim',
  'raw-claim',
] as const;
export type ClaimContender = (typeof claimContenders)[number];

/** The part of our code that does the same as a contender. */
export const OURS: Record<ClaimContender, ClaimContender> = {
  ...{ parley: 'parley', tables: 'parley', raw: 'parley', 'graphile-worker': 'parley' },
  ...{ 'parley-claim': 'parley-claim', 'raw-claim': 'parley-claim' },
};

/** Report to the parent: items done since the last report, and claim durations. */
export interface ClaimerReport {
  done: number;
  claimsMs: number[];
}

/** Maximum items per claim. */
export const CLAIMED_AT_ONCE = 100;
