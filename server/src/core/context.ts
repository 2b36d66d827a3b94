/** A member of an account who is logged in. */
export interface Person {
  id: number;
  name: string;
}

/** An authenticated caller: a member with a session, or an API key. */
export interface AccountActor {
  kind: 'account';
  tokenId: number;
  /** The `Role` of the contract, which this folder does not import. */
  role: 'owner' | 'admin' | 'builder' | 'agent' | 'viewer';
  /** Null for API keys. */
  person: Person | null;
}

/** The caller. Verbs authorize by it; the audit trail records it. */
export type Actor = AccountActor | { kind: 'visitor' } | { kind: 'system'; job: string };

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

/** Context of requests with a credential. */
export interface AccountContext extends Context {
  actor: AccountActor;
}
