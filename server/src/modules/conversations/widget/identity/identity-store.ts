import type { z } from 'zod';
import type { visitor } from '#contract/widget.ts';
import type { Executor } from '../../../../db/client.ts';

export type Visitor = z.output<typeof visitor>;

export interface SigningAssistant {
  id: number;
  user_id: number;
  uuid: string;
  is_public: boolean;
  allowed_origins: string[];
  /** Null if the assistant has no secret. */
  version: string | null;
  sealed_secret: Buffer | null;
}

export async function findSigning(
  database: Executor,
  assistantUuid: string,
): Promise<SigningAssistant | null> {
  const [row] = await database.query<SigningAssistant>(
    `select assistants.id, assistants.user_id, assistants.uuid, assistants.is_public,
       assistants.widget_settings -> 'allowed_origins' as allowed_origins, secret.version, secret.sealed_secret
     from assistants left join widget_secrets secret on secret.assistant_id = assistants.id
     where assistants.uuid = $1 and assistants.deleted_at is null`,
    [assistantUuid],
  );
  return row ?? null;
}

/** @returns when the secret was created; null if the account has no such assistant */
export async function storeSecret(
  database: Executor,
  about: { userId: number; assistantId: number },
  sealedSecret: Buffer,
): Promise<string | null> {
  const [row] = await database.query<{ created_at: string }>(
    `insert into widget_secrets (user_id, assistant_id, sealed_secret)
     select user_id, id, $3 from assistants where user_id = $1 and id = $2 and deleted_at is null
     on conflict (assistant_id) do update set sealed_secret = excluded.sealed_secret,
       version = gen_random_uuid(), created_at = now()
     returning iso_timestamp(created_at) as created_at`,
    [about.userId, about.assistantId, sealedSecret],
  );
  return row?.created_at ?? null;
}

/** `created_at` is null without a secret. @returns null if the account has no such assistant */
export async function findSecret(
  database: Executor,
  about: { userId: number; assistantId: number },
): Promise<{ created_at: string | null } | null> {
  const [row] = await database.query<{ created_at: string | null }>(
    `select iso_timestamp(secret.created_at) as created_at
     from assistants left join widget_secrets secret on secret.assistant_id = assistants.id
     where assistants.user_id = $1 and assistants.id = $2 and assistants.deleted_at is null`,
    [about.userId, about.assistantId],
  );
  return row ?? null;
}

export async function deleteSecret(
  database: Executor,
  about: { userId: number; assistantId: number },
): Promise<void> {
  await database.query('delete from widget_secrets where user_id = $1 and assistant_id = $2', [
    about.userId,
    about.assistantId,
  ]);
}

/** Marks a token as used. @returns false if another request has used it; a repeated request has the same key */
export async function useToken(
  transaction: Executor,
  { id, user_id: userId }: Pick<SigningAssistant, 'id' | 'user_id'>,
  token: { hash: Buffer; requestKey: string | null; expiresAt: Date; now: Date },
): Promise<boolean> {
  await transaction.query('delete from widget_used_tokens where assistant_id = $1 and expires_at < $2', [
    id,
    token.now,
  ]);
  const rows = await transaction.query<{ hash: Buffer }>(
    `insert into widget_used_tokens as used (user_id, assistant_id, hash, request_key, expires_at)
     values ($1, $2, $3, $4, $5)
     on conflict (assistant_id, hash) do update set expires_at = excluded.expires_at
       where used.request_key = excluded.request_key
     returning hash`,
    [userId, id, token.hash, token.requestKey, token.expiresAt],
  );
  return rows.length > 0;
}

/** Sets who the visitor of a conversation is, unless it belongs to another signed user. */
export async function setVisitor(
  database: Executor,
  { assistantId, uuid }: { assistantId: number; uuid: string },
  { visitor: who, phone }: { visitor: Visitor; phone: string | null },
): Promise<void> {
  await database.query(
    `update conversations set visitor = $3, customer_name = $4,
       customer_identifier = case when $5 then $6 end, customer_phone = case when $5 then $7 end
     where uuid = $1 and assistant_id = $2 and type = 'widget'
       and (customer_identifier is null or $5 and customer_identifier = $6)`,
    [uuid, assistantId, JSON.stringify(who), who.name, who.is_verified, who.user_id, phone],
  );
}

/**
 * The conversation in which a signed user continues: the one that is open in the browser if the user has written in it,
 * else the user's latest; null without one.
 */
export async function findSignedConversation(
  database: Executor,
  about: { assistantId: number; signedUser: string; open: string | null },
): Promise<string | null> {
  const [row] = await database.query<{ uuid: string }>(
    `select uuid from conversations
     where assistant_id = $1 and type = 'widget' and customer_identifier = $2
     order by uuid is not distinct from $3::uuid and message_count > 1 desc, message_count > 1 desc, id desc
     limit 1`,
    [about.assistantId, about.signedUser, about.open],
  );
  return row?.uuid ?? null;
}
