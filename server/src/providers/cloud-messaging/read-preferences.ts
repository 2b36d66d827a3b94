import type { CarrierReport, ConsentChange } from '../interfaces/messaging-carrier.ts';
import { unattributed } from '../kit/bounded-reports.ts';
import { objectsAt, textAt } from '../kit/json-parts.ts';
import { instantOf, readIdentity } from './read-messages.ts';

const CONSENT_CHANGES: ReadonlyMap<string, ConsentChange> = new Map([
  ['stop', 'stop'],
  ['resume', 'start'],
]);

/**
 * Marketing preferences that customers set in their app:
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/user_preferences
 */
export function readPreferences(value: Record<string, unknown>): CarrierReport[] {
  const contacts = objectsAt(value['contacts']);
  return objectsAt(value['user_preferences']).map((preference): CarrierReport => {
    const contact = contacts.length === 1 ? (contacts[0] ?? {}) : {};
    const identity = readIdentity(
      preference['wa_id'] ?? contact['wa_id'],
      preference['user_id'] ?? contact['user_id'],
    );
    const consent = CONSENT_CHANGES.get(textAt(preference['value']) ?? '');
    if (identity === null || consent === undefined) return unattributed('a preference', preference);
    return { kind: 'consent', ...identity, consent, at: instantOf(textAt(preference['timestamp'])) };
  });
}
