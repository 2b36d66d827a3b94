import type { Executor } from '../../../db/client.ts';
import { refund } from '../../accounts/balance/charge.ts';

/** A message over the channel (`channel_messages`) or an SMS (`sms_messages`). */
export type MessageKind = 'msgapp' | 'sms';

export const KINDS = {
  msgapp: { noun: 'message', title: 'Message', prefix: 'pm' },
  sms: { noun: 'SMS', title: 'SMS', prefix: 'sms' },
} as const;

/** Our reference of a message at the carrier. */
export function messageReference(kind: MessageKind, id: number): string {
  return `${KINDS[kind].prefix}${id}`;
}

/** Message id in a carrier's report; null if the reference is not ours. */
export function messageOfReference(kind: MessageKind, reference: string | null): number | null {
  const [, prefix, digits] = /^(pm|sms)(\d{1,15})$/.exec(reference ?? '') ?? [];
  return prefix === KINDS[kind].prefix ? Number(digits) : null;
}

/** Ledger reference of a message. */
export function chargeReference(kind: MessageKind, id: number): string {
  return `${kind}:${id}`;
}

/** Ledger reference of the second charge: the message was refunded while its outcome was unknown, but had been sent. */
export function lateChargeReference(kind: MessageKind, id: number): string {
  return `${chargeReference(kind, id)}:late`;
}

/** The charge for a message when it was stored; 0 if it was free. */
export async function firstCharge(
  transaction: Executor,
  kind: MessageKind,
  { userId, id }: { userId: number; id: number },
): Promise<number> {
  const [row] = await transaction.query<{ micros: number }>(
    `select coalesce(sum(amount_micros), 0)::bigint as micros from charges
     where user_id = $1 and reference = $2 and amount_micros > 0`,
    [userId, chargeReference(kind, id)],
  );
  return row?.micros ?? 0;
}

export async function refundMessage(
  transaction: Executor,
  kind: MessageKind,
  { userId, id, error }: { userId: number; id: number; error: string | null },
): Promise<void> {
  const note = `${KINDS[kind].title} ${id} was refunded. ${error ?? ''}`.trim();
  for (const reference of [chargeReference(kind, id), lateChargeReference(kind, id)]) {
    await refund(transaction, { userId, reference, note });
  }
}

export function mayHaveBeenSent(kind: MessageKind): string {
  return `It is unknown whether the carrier accepted the ${KINDS[kind].noun}; it may have been sent. It has not been charged, but will be if the carrier reports that it was sent.`;
}
