import { AppError } from './errors.ts';

/** A request with an `Idempotency-Key`. */
export interface NamedRequest {
  /** Hash of the client's key and its owner: equal for a repeated request. */
  key: string;
  /** Hash of method, path and body: the same key must mean the same request. */
  hash: string;
}

/** The key was used for a different request before. */
export class KeyUsedOtherwise extends AppError {
  constructor() {
    super('invalid', 'This Idempotency-Key was used with a different request.');
  }
}

/** Throws `KeyUsedOtherwise` if the key was stored with a different request. */
export function requireSameRequest(storedHash: string | null, { hash }: NamedRequest): void {
  // Rows stored before hashes existed match any request.
  if (storedHash !== null && storedHash !== hash) throw new KeyUsedOtherwise();
}
