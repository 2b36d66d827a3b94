import type { Sender, SenderDetail } from '#contract/messaging.ts';
import type { Executor } from '../../../db/client.ts';
import { type JsonFields, jsonObject } from '../../../db/json-object.ts';
import {
  type SenderCheck,
  type SenderHealth,
  UNLIMITED_CUSTOMERS,
} from '../../../providers/interfaces/messaging-carrier.ts';

/** Columns needed to send from a sender and to handle its reports. */
export interface SenderRow {
  id: number;
  user_id: number;
  assistant_id: number | null;
  provider: string;
  phone_number: string;
  status: 'online' | 'offline';
  webhook_key: string;
  sealed_credentials: Buffer | null;
}

const ROW = 'id, user_id, assistant_id, provider, phone_number, status, webhook_key, sealed_credentials';

const LISTED: JsonFields<Sender> = {
  id: 'id',
  phone_number: 'phone_number',
  display_name: 'display_name',
  status: 'status',
  quality_rating: 'quality_rating',
  messaging_limit: 'messaging_limit',
  messaging_limit_formatted: `case messaging_limit when ${UNLIMITED_CUSTOMERS} then 'Unlimited'
    else trim(to_char(messaging_limit, 'FM999,999,999,999')) || ' customers / 24 hours' end`,
};

/** With the key instead of the callback URL, which depends on the public origin. */
const DETAIL = jsonObject<SenderDetail>({
  ...LISTED,
  provider: 'provider',
  assistant_id: 'assistant_id',
  webhook_url: 'webhook_key',
  templates_synced_at: 'iso_timestamp(templates_synced_at)',
  templates_error: 'templates_error',
  problem: 'problem',
  health_checked_at: 'iso_timestamp(health_checked_at)',
  unattributed_reports: `(select json_build_object('count', count(*), 'last_at', iso_timestamp(max(report.created_at)))
    from unattributed_reports report where report.sender_id = senders.id)`,
  created_at: 'iso_timestamp(created_at)',
  updated_at: 'iso_timestamp(updated_at)',
});

/** Senders as JSON text, oldest first. */
export async function readSenders(
  database: Executor,
  userId: number,
  { onlyOnline }: { onlyOnline: boolean },
): Promise<string> {
  const [row] = await database.query<{ items: string }>(
    `select coalesce(json_agg(${jsonObject<Sender>(LISTED)} order by id), '[]')::text as items from senders
     where user_id = $1 and (not $2 or status = 'online')`,
    [userId, onlyOnline],
  );
  return row?.items ?? '[]';
}

export async function readSender(
  database: Executor,
  userId: number,
  id: number,
): Promise<SenderDetail | null> {
  const [row] = await database.query<{ detail: SenderDetail }>(
    `select ${DETAIL} as detail from senders where user_id = $1 and id = $2`,
    [userId, id],
  );
  return row?.detail ?? null;
}

export async function findSenderRow(
  database: Executor,
  userId: number,
  id: number,
): Promise<SenderRow | null> {
  const [row] = await database.query<SenderRow>(`select ${ROW} from senders where user_id = $1 and id = $2`, [
    userId,
    id,
  ]);
  return row ?? null;
}

/** Finds a sender by the random key in its callback URL. */
export async function findByWebhookKey(database: Executor, key: string): Promise<SenderRow | null> {
  const [row] = await database.query<SenderRow>(`select ${ROW} from senders where webhook_key = $1`, [key]);
  return row ?? null;
}

/** Finds a sender by number (E.164) and carrier. */
export async function findSenderByNumber(
  database: Executor,
  about: { userId: number; provider: string; phoneNumber: string },
): Promise<SenderRow | null> {
  const [row] = await database.query<SenderRow>(
    `select ${ROW} from senders where user_id = $1 and provider = $2 and phone_number = $3`,
    [about.userId, about.provider, about.phoneNumber],
  );
  return row ?? null;
}

export interface NewSender {
  provider: string;
  phoneNumber: string;
  displayName: string;
  status: 'online' | 'offline';
  assistantId: number | null;
  encryptedCredentials: Buffer | null;
  /** Null for the sandbox, which has none. */
  health: SenderHealth | null;
}

/** @returns null if the account already has a sender with this number */
export async function insertSender(
  database: Executor,
  userId: number,
  sender: NewSender,
): Promise<SenderDetail | null> {
  const [row] = await database.query<{ detail: SenderDetail }>(
    `insert into senders (user_id, provider, phone_number, display_name, is_switched_on, assistant_id,
       sealed_credentials, quality_rating, messaging_limit, problem, health_checked_at)
     values ($1, $2, $3, coalesce(nullif($4, ''), $8, ''), $5, $6, $7, coalesce($9, 'GREEN'), coalesce($10, 1000), $11,
       case when $12 then clock_timestamp() end)
     on conflict (user_id, phone_number) do nothing returning ${DETAIL} as detail`,
    [
      userId,
      sender.provider,
      sender.phoneNumber,
      sender.displayName,
      sender.status === 'online',
      sender.assistantId,
      sender.encryptedCredentials,
      sender.health?.name ?? null,
      sender.health?.quality ?? null,
      sender.health?.messagingLimit ?? null,
      sender.health?.problem ?? null,
      sender.health !== null,
    ],
  );
  return row?.detail ?? null;
}

/** Undefined fields keep their values. */
export async function updateSender(
  database: Executor,
  about: { userId: number; id: number },
  change: {
    displayName: string | undefined;
    status: 'online' | 'offline' | undefined;
    assistantId: number | null | undefined;
    encryptedCredentials: Buffer | undefined;
  },
): Promise<SenderDetail | null> {
  const [row] = await database.query<{ detail: SenderDetail }>(
    `update senders set
       display_name = coalesce($3, display_name), is_switched_on = coalesce($4, is_switched_on),
       assistant_id = case when $5 then $6::bigint else assistant_id end,
       sealed_credentials = coalesce($7, sealed_credentials), updated_at = clock_timestamp()
     where user_id = $1 and id = $2 returning ${DETAIL} as detail`,
    [
      about.userId,
      about.id,
      change.displayName ?? null,
      change.status === undefined ? null : change.status === 'online',
      change.assistantId !== undefined,
      change.assistantId ?? null,
      change.encryptedCredentials ?? null,
    ],
  );
  return row?.detail ?? null;
}

/**
 * Stores what the carrier said about a sender. Values that it does not tell are kept.
 * @param about `credentials`: the encrypted credentials of the request; an answer for replaced ones is ignored
 */
export async function storeCheck(
  database: Executor,
  about: { id: number; credentials: Buffer | null },
  check: SenderCheck,
): Promise<void> {
  const health = check.kind === 'accepted' ? check.health : null;
  await database.query(
    `update senders set problem = $3, quality_rating = coalesce($4, quality_rating),
       messaging_limit = coalesce($5, messaging_limit), display_name = coalesce(nullif(display_name, ''), $6, ''),
       health_checked_at = case when $7 then clock_timestamp() else health_checked_at end
     where id = $1 and sealed_credentials is not distinct from $2`,
    [
      about.id,
      about.credentials,
      check.kind === 'accepted' ? check.health.problem : check.problem,
      health?.quality ?? null,
      health?.messagingLimit ?? null,
      health?.name ?? null,
      health !== null,
    ],
  );
}

/** Ids of the account's senders at a carrier. */
export async function findSendersOf(
  database: Executor,
  about: { userId: number; provider: string },
): Promise<number[]> {
  const rows = await database.query<{ id: number }>(
    'select id from senders where user_id = $1 and provider = $2 order by id',
    [about.userId, about.provider],
  );
  return rows.map(({ id }) => id);
}

/** Keeps the sender's conversations and messages. */
export async function removeSender(database: Executor, userId: number, id: number): Promise<boolean> {
  const rows = await database.query('delete from senders where user_id = $1 and id = $2 returning id', [
    userId,
    id,
  ]);
  return rows.length > 0;
}

export async function hasAssistant(database: Executor, userId: number, id: number): Promise<boolean> {
  const rows = await database.query(
    'select from assistants where user_id = $1 and id = $2 and deleted_at is null',
    [userId, id],
  );
  return rows.length > 0;
}

/** A number from the range reserved for fiction that no sender of the account has yet. */
export async function freeSandboxNumber(database: Executor, userId: number): Promise<string> {
  const [row] = await database.query<{ phone_number: string }>(
    `select '+1202555' || to_char(candidate, 'FM0000') as phone_number from generate_series(100, 9999) candidate
     where not exists (select from senders where user_id = $1
       and phone_number = '+1202555' || to_char(candidate, 'FM0000'))
     order by candidate limit 1`,
    [userId],
  );
  if (row === undefined) throw new Error('The sandbox has no free number left.');
  return row.phone_number;
}
