import type { CarrierReport, CustomerWish } from '../interfaces/messaging-carrier.ts';
import { unattributed } from '../kit/bounded-reports.ts';
import { objectsAt, textAt } from '../kit/json-parts.ts';
import { instantOf, readIdentity } from './read-messages.ts';

const WISHES: ReadonlyMap<string, CustomerWish> = new Map([
  ['stop', 'stop'],
  ['resume', 'start'],
]);

/** Preferences that customers set in their app: https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/user_preferences */
export function readPreferences(value: Record<string, unknown>): CarrierReport[] {
  const contacts = objectsAt(value['contacts']);
  return objectsAt(value['user_preferences']).map((preference): CarrierReport => {
    const contact = contacts.length === 1 ? (contacts[0] ?? {}) : {};
    const identity = readIdentity(
      preference['wa_id'] ?? contact['wa_id'],
      preference['user_id'] ?? contact['user_id'],
    );
    const wish = WISHES.get(textAt(preference['value']) ?? '');
    if (identity === null || wish === undefined) return unattributed('a preference', preference);
    return { kind: 'wish', ...identity, wish, at: instantOf(textAt(preference['timestamp'])) };
  });
}
