import { AppError } from './errors.ts';

/** A request that its client has named with an `Idempotency-Key`. */
export interface NamedRequest {
  /** Hash of the client's key and of whose it is: a request that comes again has the same. */
  key: string;
  /** Hash of method, path and body: the same key must mean the same request. */
  hash: string;
}

/** The key names another request; it stays that one's. */
export class KeyUsedOtherwise extends AppError {
  constructor() {
    super('invalid', 'This Idempotency-Key was used with a different request.');
  }
}

/** Throws `KeyUsedOtherwise`: a key answers for one request only. */
export function requireSameRequest(storedHash: string | null, { hash }: NamedRequest): void {
  // What was stored before hashes were is taken for the same.
  if (storedHash !== null && storedHash !== hash) throw new KeyUsedOtherwise();
}
