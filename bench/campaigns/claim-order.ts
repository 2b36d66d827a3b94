/** Orders for a claimer process. */
export interface ClaimerOrder {
  contender: ClaimContender;
  databaseUrl: string;
  /** The leads' campaigns; may be empty. */
  campaignIds: number[];
  /** Index of this process. */
  index: number;
  of: number;
}

/** The first four also complete what they claim; the last two claim only. */
export const claimContenders = [
  'parley',
  'tables',
  'raw',
  'graphile-worker',
  'parley-claim',
  'raw-claim',
] as const;
export type ClaimContender = (typeof claimContenders)[number];

/** Our measurement that each contender is compared with. */
export const OURS: Record<ClaimContender, ClaimContender> = {
  parley: 'parley',
  tables: 'parley',
  raw: 'parley',
  'graphile-worker': 'parley',
  'parley-claim': 'parley-claim',
  'raw-claim': 'parley-claim',
};

/** Progress message: items done since the last message, and claim times. */
export interface ClaimerReport {
  done: number;
  claimsMs: number[];
}

/** Maximum items per claim. */
export const CLAIMED_AT_ONCE = 100;
