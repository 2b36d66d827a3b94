/** Who acts. Verbs decide by it; the audit trail records it. */
export type Actor =
  | { kind: 'account'; tokenId: number }
  | { kind: 'visitor' }
  | { kind: 'system'; job: string };

/** What a verb gets that anyone may call: it finds the account through the object that it is asked for. */
export interface VisitorContext {
  actor: Actor;
  requestId: string;
  /** Aborted when the caller is gone or the process drains. */
  signal: AbortSignal;
}

/** What every other verb gets: also the account that owns all it touches. */
export interface Context extends VisitorContext {
  /** Every query is scoped by this id. */
  userId: number;
}
