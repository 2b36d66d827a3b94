import type { Executor } from '../../../db/client.ts';
import { refund } from '../../accounts/actions.ts';
import { chargeReference, lateChargeReference } from './references.ts';

export async function refundMessage(
  transaction: Executor,
  { userId, id, error }: { userId: number; id: number; error: string | null },
): Promise<void> {
  const note = `Message ${id} was refunded. ${error ?? ''}`.trim();
  for (const reference of [chargeReference(id), lateChargeReference(id)]) {
    await refund(transaction, { userId, reference, note });
  }
}
