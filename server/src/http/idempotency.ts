import { createHash } from 'node:crypto';
import type { AccountActor } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { KeyUsedOtherwise } from '../core/named-request.ts';
import type { SecretBox } from '../core/secret-box.ts';
import type { Executor } from '../db/client.ts';
import { claimsIn } from '../work/claims.ts';

export interface StoredAnswer {
  status: number;
  body: string;
}

export interface IdempotentRequest {
  /** The account. A key identifies a request across all tokens of the account. */
  userId: number;
  /** The client's `Idempotency-Key`. */
  key: string;
  /** Hash of method, path and body. A key may only be repeated with the same request. */
  fingerprint: Buffer;
}

export interface IdempotencyStore {
  /**
   * Runs `work` at most once per account and key, and replays an answer of 2xx, 404 or 422 for 24 hours.
   * Throws `invalid` for a key used with another request and `conflict` while the first is running.
   * Any other status, or an exception, means that nothing was done, and frees the key.
   * An answer that could not be stored is still returned; its key stays taken, because the work is done.
   */
  once(
    request: IdempotentRequest,
    work: () => Promise<StoredAnswer>,
  ): Promise<StoredAnswer & { isReplay: boolean }>;
}

export const MAX_KEY_LENGTH = 255;

export const REPLAY_HEADERS: Readonly<Record<string, string>> = { 'idempotency-replayed': 'true' };

export interface IdempotencyDeps {
  database: Executor;
  /** Encrypts stored answers, which may contain secrets that are shown once. */
  secretBox: SecretBox;
  processId: string;
  /** Called with answers that could not be stored and keys that could not be freed. */
  onFailure(error: unknown): void;
}

export function createIdempotencyStore(deps: IdempotencyDeps): IdempotencyStore {
  const { onFailure } = deps;
  return {
    once: async (request, work) => {
      if (request.key.length > MAX_KEY_LENGTH) {
        throw new AppError(
          'bad-request',
          `The Idempotency-Key must not be longer than ${MAX_KEY_LENGTH} characters.`,
        );
      }
      const earlier = await claim(deps, request);
      if (earlier !== null) return { ...earlier, isReplay: true };
      const answer = await work().catch(async (error: unknown) => {
        await release(deps, request).catch(onFailure);
        throw error;
      });
      await (isFinal(answer) ? keep(deps, request, answer) : release(deps, request)).catch(onFailure);
      return { ...answer, isReplay: false };
    },
  };
}

/**
 * Final answers are replayed. Failures and refusals for balance, window or limits may succeed when the request is
 * repeated.
 */
function isFinal({ status }: StoredAnswer): boolean {
  return (status >= 200 && status < 300) || status === 404 || status === 422;
}

/** SHA-256 of the bytes in hexadecimal, computed off the main thread. */
export async function digest(bytes: Buffer<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
}

/**
 * Hashes a client's key together with its scope.
 * @param scope the account, or the path of a public route; equal keys in different scopes have different hashes
 */
export function scopedKey(scope: string, key: string): string {
  return createHash('sha256').update(`${scope}\n${key}`).digest('hex');
}

/**
 * Separates the keys of callers with different rights, so that no caller receives an answer that only another role may read.
 * All API keys that administer the account share their keys.
 * @param key the client's `Idempotency-Key`; a longer one than allowed stays too long
 */
export function keyOfCaller({ role, person }: Pick<AccountActor, 'role' | 'person'>, key: string): string {
  if (person === null && role === 'admin') return key;
  if (key.length > MAX_KEY_LENGTH) return key;
  return scopedKey(`${role} ${person?.id ?? 'key'}`, key);
}

/** Hash of method, path and body. */
export function requestFingerprint(method: string, path: string, body: unknown): Buffer {
  return createHash('sha256')
    .update(`${method} ${path}\n${JSON.stringify(body) ?? ''}`)
    .digest();
}

/** Keys whose request is running, or was answered. */
const CLAIMS = claimsIn();

/** Claims the key. @returns null if claimed, otherwise the stored answer */
async function claim(deps: IdempotencyDeps, request: IdempotentRequest): Promise<StoredAnswer | null> {
  const { database, processId, secretBox } = deps;
  // A claim of a dead process, or one older than 24 hours, is taken over.
  const [claimed] = await database.query<{ claimed: boolean }>(
    `insert into idempotency_keys as held (user_id, key, request_hash, process_id) values ($1, $2, $3, $4)
     on conflict (user_id, key) do update set
       request_hash = excluded.request_hash, ${CLAIMS.take('excluded.process_id')},
       status = null, sealed_body = null, created_at = clock_timestamp()
     where held.created_at < clock_timestamp() - interval '24 hours'
        or (held.status is null and held.request_hash = excluded.request_hash
            and ${CLAIMS.isFree('held')})
     returning true as claimed`,
    [request.userId, request.key, request.fingerprint, processId],
  );
  if (claimed !== undefined) return null;
  const [held] = await database.query<{
    request_hash: Buffer;
    status: number | null;
    sealed_body: Buffer | null;
  }>('select request_hash, status, sealed_body from idempotency_keys where user_id = $1 and key = $2', [
    request.userId,
    request.key,
  ]);
  if (held === undefined) return claim(deps, request);
  if (!held.request_hash.equals(request.fingerprint)) throw new KeyUsedOtherwise();
  if (held.status === null) {
    throw new AppError('conflict', 'A request with this Idempotency-Key is still running.');
  }
  if (held.sealed_body === null) {
    throw new AppError(
      'conflict',
      'This request was made before the server was upgraded; its response is no longer available.',
    );
  }
  return { status: held.status, body: secretBox.decrypt(held.sealed_body, placeOf(request)) };
}

// If another process has taken the claim over, it stores the answer.

async function keep(
  { database, processId, secretBox }: IdempotencyDeps,
  request: IdempotentRequest,
  answer: StoredAnswer,
): Promise<void> {
  const sealed = secretBox.encrypt(answer.body, placeOf(request));
  await database.query(
    `update idempotency_keys set status = $3, sealed_body = $4
     where user_id = $1 and key = $2 and process_id = $5 and request_hash = $6 and status is null`,
    [request.userId, request.key, answer.status, sealed, processId, request.fingerprint],
  );
}

async function release({ database, processId }: IdempotencyDeps, request: IdempotentRequest): Promise<void> {
  await database.query(
    `delete from idempotency_keys
     where user_id = $1 and key = $2 and process_id = $3 and request_hash = $4 and status is null`,
    [request.userId, request.key, processId, request.fingerprint],
  );
}

function placeOf({ userId, key }: IdempotentRequest): string {
  return `idempotent answer ${userId} ${key}`;
}
