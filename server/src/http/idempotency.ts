import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { AppError } from '../core/errors.ts';
import { KeyUsedOtherwise } from '../core/named-request.ts';
import type { Executor } from '../db/client.ts';

export interface StoredAnswer {
  status: number;
  body: string;
}

export interface IdempotentRequest {
  tokenId: number;
  /** The bearer token's text: answers may hold secrets, so they are sealed with it. */
  token: string;
  /** The client's `Idempotency-Key`. */
  key: string;
  /** Method, path and body: the same key must mean the same request. */
  fingerprint: Buffer;
}

export interface IdempotencyStore {
  /**
   * Runs `work` at most once per key and replays its answer afterwards, for 24 hours.
   * Throws `invalid` for a key used with another request and `conflict` while the first is running.
   * A server error and an exception of the work free the key, so that the client may try again.
   * An answer that could not be stored is given all the same; its key stays taken, as the work is done.
   */
  once(
    request: IdempotentRequest,
    work: () => Promise<StoredAnswer>,
  ): Promise<StoredAnswer & { isReplay: boolean }>;
}

export const MAX_KEY_LENGTH = 255;

/** What an answer carries that was given before. */
export const REPLAY_HEADERS: Readonly<Record<string, string>> = { 'idempotency-replayed': 'true' };

/** @param onFailure hears of answers that could not be stored and of keys that could not be freed */
export function createIdempotencyStore(
  database: Executor,
  processId: string,
  onFailure: (error: unknown) => void,
): IdempotencyStore {
  return {
    once: async (request, work) => {
      if (request.key.length > MAX_KEY_LENGTH) {
        throw new AppError(
          'bad-request',
          `The Idempotency-Key must not be longer than ${MAX_KEY_LENGTH} characters.`,
        );
      }
      const earlier = await claim(database, request, processId);
      if (earlier !== null) return { ...earlier, isReplay: true };
      const claimed = { request, processId };
      const answer = await work().catch(async (error: unknown) => {
        await release(database, claimed).catch(onFailure);
        throw error;
      });
      await (answer.status < 500 ? keep(database, claimed, answer) : release(database, claimed)).catch(
        onFailure,
      );
      return { ...answer, isReplay: false };
    },
  };
}

/** SHA-256 in hexadecimal, made beside the event loop. */
export async function digest(bytes: Buffer<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
}

/**
 * Names one client's key without showing it.
 * @param scope the token's id, or for a public route its path: keys of other scopes are other names
 */
export function scopedKey(scope: number | string, key: string): string {
  return createHash('sha256').update(`${scope}\n${key}`).digest('hex');
}

/** What makes two requests the same. */
export function requestFingerprint(method: string, path: string, body: unknown): Buffer {
  return createHash('sha256')
    .update(`${method} ${path}\n${JSON.stringify(body) ?? ''}`)
    .digest();
}

/** Null when the key is now ours; the stored answer when the request has been answered. */
async function claim(
  database: Executor,
  request: IdempotentRequest,
  processId: string,
): Promise<StoredAnswer | null> {
  // A claim of a process that is dead, or one past its 24 hours, is taken over.
  const [claimed] = await database.query<{ claimed: boolean }>(
    `insert into idempotency_keys as held (token_id, key, request_hash, process_id) values ($1, $2, $3, $4)
     on conflict (token_id, key) do update set
       request_hash = excluded.request_hash, process_id = excluded.process_id,
       status = null, sealed_body = null, created_at = clock_timestamp()
     where held.created_at < clock_timestamp() - interval '24 hours'
        or (held.status is null and held.request_hash = excluded.request_hash
            and not is_process_alive(held.process_id))
     returning true as claimed`,
    [request.tokenId, request.key, request.fingerprint, processId],
  );
  if (claimed !== undefined) return null;
  const [held] = await database.query<{
    request_hash: Buffer;
    status: number | null;
    sealed_body: Buffer | null;
  }>('select request_hash, status, sealed_body from idempotency_keys where token_id = $1 and key = $2', [
    request.tokenId,
    request.key,
  ]);
  if (held === undefined) return claim(database, request, processId);
  if (!held.request_hash.equals(request.fingerprint)) {
    throw new KeyUsedOtherwise();
  }
  if (held.status === null || held.sealed_body === null) {
    throw new AppError('conflict', 'A request with this Idempotency-Key is still running.');
  }
  return { status: held.status, body: unseal(request, held.sealed_body) };
}

interface Claimed {
  request: IdempotentRequest;
  /** A claim that another process took over is that one's to settle. */
  processId: string;
}

async function keep(
  database: Executor,
  { request, processId }: Claimed,
  answer: StoredAnswer,
): Promise<void> {
  await database.query(
    `update idempotency_keys set status = $3, sealed_body = $4
     where token_id = $1 and key = $2 and process_id = $5 and request_hash = $6 and status is null`,
    [request.tokenId, request.key, answer.status, seal(request, answer.body), processId, request.fingerprint],
  );
}

async function release(database: Executor, { request, processId }: Claimed): Promise<void> {
  await database.query(
    `delete from idempotency_keys
     where token_id = $1 and key = $2 and process_id = $3 and request_hash = $4 and status is null`,
    [request.tokenId, request.key, processId, request.fingerprint],
  );
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

function sealingKey({ token, key }: IdempotentRequest): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', token, key, 'idempotent answer', 32));
}

/** AES-256-GCM: nonce, ciphertext, tag. */
function seal(request: IdempotentRequest, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(request), nonce);
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

function unseal(request: IdempotentRequest, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(request), sealed.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  return (
    decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  );
}
