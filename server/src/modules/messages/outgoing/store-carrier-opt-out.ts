import { storeOptOut } from '../customers/opt-outs.ts';
import type { MessageDependencies } from '../dependencies.ts';

/**
 * Records an opt-out that a failed delivery reveals. It is dated when the message was written,
 * so a later START wins and repeated reports are harmless. Call it before the failure is stored, or it could be lost.
 */
export async function storeCarrierOptOut(
  { database, vendors, blacklist }: MessageDependencies,
  { provider }: { provider: string },
  { code, messageId }: { code: string; messageId: number },
): Promise<void> {
  if (vendors.get(provider)?.stopCodes?.has(code) !== true) return;
  await database.transaction(async (transaction) => {
    const [recipient] = await transaction.query<{ user_id: number; identity: string; at: Date }>(
      `select talk.user_id, coalesce(talk.customer_phone, talk.customer_identifier) as identity,
         sent.created_at as at
       from channel_messages sent join conversations talk on talk.id = sent.conversation_id
       where sent.id = $1 and coalesce(talk.customer_phone, talk.customer_identifier) is not null`,
      [messageId],
    );
    if (recipient === undefined) return;
    const { user_id: userId, identity, at } = recipient;
    const said = { userId, identity, wish: 'stop', source: 'carrier', at } as const;
    await storeOptOut(transaction, blacklist, said);
  });
}
