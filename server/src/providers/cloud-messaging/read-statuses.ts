import type { CarrierReport, DeliveryState } from '../interfaces/messaging-carrier.ts';
import { unattributed } from '../kit/bounded-reports.ts';
import { objectAt, objectsAt, textAt } from '../kit/json-parts.ts';
import { readIdentity } from './read-messages.ts';

const STATES: ReadonlyMap<string, DeliveryState> = new Map([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'read'],
  // A voice message that was listened to.
  ['played', 'read'],
  ['failed', 'failed'],
]);

export function readStatuses(value: Record<string, unknown>): CarrierReport[] {
  return objectsAt(value['statuses']).flatMap((status): CarrierReport[] => {
    const providerMessageId = textAt(status['id']);
    const state = STATES.get(textAt(status['status']) ?? '');
    if (providerMessageId === null || state === undefined) return [unattributed('a state', status)];
    const reference = textAt(status['biz_opaque_callback_data']);
    const error = state === 'failed' ? errorOf(objectsAt(status['errors'])[0] ?? {}) : null;
    return [...identityOf(status), { kind: 'status', providerMessageId, reference, state, error }];
  });
}

/** The vendor names both where it knows both. */
function identityOf(status: Record<string, unknown>): CarrierReport[] {
  const { from, channelUserId } = readIdentity(status['recipient_id'], status['recipient_user_id']) ?? {};
  return from == null || channelUserId == null
    ? []
    : [{ kind: 'identity', first: from, second: channelUserId }];
}

function errorOf(error: Record<string, unknown>): { code: string; text: string | null } | null {
  const code = textAt(error['code']);
  const details = textAt(objectAt(error['error_data'])['details']);
  const text = details ?? textAt(error['message']) ?? textAt(error['title']);
  return code === null ? null : { code, text };
}
