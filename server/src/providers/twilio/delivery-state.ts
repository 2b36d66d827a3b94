import type { DeliveryState } from '../interfaces/messaging-carrier.ts';

const STATES: Readonly<Record<string, DeliveryState>> = {
  accepted: 'queued',
  scheduled: 'queued',
  queued: 'queued',
  sending: 'queued',
  sent: 'sent',
  partially_delivered: 'sent',
  delivered: 'delivered',
  read: 'read',
  failed: 'failed',
  canceled: 'failed',
  undelivered: 'undelivered',
};

/** Null: a status that says nothing about delivery. */
export function deliveryStateOf(status: string | null): DeliveryState | null {
  const name = status?.toLowerCase() ?? '';
  return Object.hasOwn(STATES, name) ? (STATES[name] ?? null) : null;
}
