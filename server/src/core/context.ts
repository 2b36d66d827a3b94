/** The caller. Verbs authorize by it; the audit trail records it. */
export type Actor =
  | { kind: 'account'; tokenId: number }
  | { kind: 'visitor' }
  | { kind: 'system'; job: string };

/** Context of verbs that anyone may call: they find the account through the requested object. */
export interface VisitorContext {
  actor: Actor;
  requestId: string;
  /** Aborted when the client disconnects or the process drains. */
  signal: AbortSignal;
}

/** Context of all other verbs, with the account that owns the data. */
export interface Context extends VisitorContext {
  /** Every query is scoped by this id. */
  userId: number;
}
