import { createBatcher } from '../../../core/batcher.ts';
import type { Executor } from '../../../db/client.ts';
import { findTokens, type TokenRow } from './token-store.ts';

export type TokenLookup = (hash: Buffer) => Promise<TokenRow | null>;

/**
 * Every request queries the database, so that a deleted key is refused immediately in every process; concurrent
 * requests share one statement.
 */
export function createTokenLookup(database: Executor): TokenLookup {
  return createBatcher((hashes: readonly Buffer[]) => findTokens(database, hashes));
}
