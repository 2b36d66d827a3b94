import type { Executor } from '../../../db/client.ts';
import { customerOf } from '../customers/customer-sql.ts';
import { storeOptOut } from '../customers/opt-outs.ts';
import type { MessageDependencies } from '../dependencies.ts';
import type { MessageKind } from './message-kinds.ts';

/** The recipient of message `$2` of account `$1`, and when it was written. */
const RECIPIENT = {
  msgapp: `select ${customerOf('talk')} as identity, sent.created_at as at
    from channel_messages sent join conversations talk on talk.id = sent.conversation_id
    where sent.user_id = $1 and sent.id = $2 and ${customerOf('talk')} is not null`,
  sms: 'select to_number as identity, created_at as at from sms_messages where user_id = $1 and id = $2',
};

/** The recipient's number or channel id; null if the message is gone. */
export async function findRecipient(
  database: Executor,
  kind: MessageKind,
  { userId, id }: { userId: number; id: number },
): Promise<{ identity: string; at: Date } | null> {
  const [row] = await database.query<{ identity: string; at: Date }>(RECIPIENT[kind], [userId, id]);
  return row ?? null;
}

/**
 * Records an opt-out that a failed delivery reveals. It is dated when the message was written,
 * so a later START wins and repeated reports are harmless. Call it before the failure is stored, or it could be lost.
 */
export async function storeCarrierOptOut(
  { database, vendors, blacklist }: MessageDependencies,
  { kind, provider }: { kind: MessageKind; provider: string },
  { code, userId, id }: { code: string; userId: number; id: number },
): Promise<void> {
  if (vendors.get(provider)?.stopCodes?.has(code) !== true) return;
  await database.transaction(async (transaction) => {
    const recipient = await findRecipient(transaction, kind, { userId, id });
    if (recipient === null) return;
    const { identity, at } = recipient;
    await storeOptOut(transaction, blacklist, { userId, identity, wish: 'stop', source: 'carrier', at });
  });
}
