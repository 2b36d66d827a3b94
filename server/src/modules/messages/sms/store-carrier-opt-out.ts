import { storeOptOut } from '../customers/opt-outs.ts';
import type { MessageDependencies } from '../dependencies.ts';

/**
 * Records an opt-out that a failed delivery reveals. Its time is that of the SMS, so
 * a later START wins and repeated reports are harmless. Call it before the failure is stored, or it could be lost.
 */
export async function storeCarrierOptOut(
  { database, blacklist, vendors }: MessageDependencies,
  provider: string,
  { code, userId, id }: { code: string; userId: number; id: number },
): Promise<void> {
  if (vendors.get(provider)?.stopCodes?.has(code) !== true) return;
  await database.transaction(async (transaction) => {
    const [sms] = await transaction.query<{ identity: string; at: Date }>(
      'select to_number as identity, created_at as at from sms_messages where user_id = $1 and id = $2',
      [userId, id],
    );
    if (sms === undefined) return;
    const said = { userId, ...sms, wish: 'stop', source: 'carrier' } as const;
    await storeOptOut(transaction, blacklist, said);
  });
}
