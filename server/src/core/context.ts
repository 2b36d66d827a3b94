/** Who acts. Verbs decide by it; the audit trail records it. */
export type Actor =
  | { kind: 'account'; tokenId: number }
  | { kind: 'visitor' }
  | { kind: 'system'; job: string };

/** What every verb gets: the account that owns all it touches, who acts, and when to stop. */
export interface Context {
  /** Every query is scoped by this id. */
  userId: number;
  actor: Actor;
  requestId: string;
  /** Aborted when the caller is gone or the process drains. */
  signal: AbortSignal;
}
