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

/** Null for a status without a delivery state. */
export function deliveryStateOf(status: string | null): DeliveryState | null {
  const name = status?.toLowerCase() ?? '';
  return Object.hasOwn(STATES, name) ? (STATES[name] ?? null) : null;
}
