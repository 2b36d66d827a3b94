import { createHmac } from 'node:crypto';
import type {
  CarrierReading,
  CarrierReport,
  CarrierRequest,
  ConsentChange,
  DeliveryState,
} from '../interfaces/messaging-carrier.ts';
import { boundedReports, unattributed } from '../kit/bounded-reports.ts';
import { e164 } from '../kit/e164.ts';
import { objectAt, objectsAt, parseJsonObject, textAt } from '../kit/json-parts.ts';
import { isSameText } from '../kit/same-text.ts';
import type { CloudCredentials } from './credentials.ts';
import { instantOf, readEchoes, readIdentity, readMessages } from './read-messages.ts';

const PLAIN = 'text/plain; charset=utf-8';

export function readRequest(credentials: CloudCredentials, request: CarrierRequest): CarrierReading {
  if (request.method === 'GET') return verification(credentials.verify_token, request.url);
  const signature = request.headers['x-hub-signature-256'];
  if (signature === undefined) return { kind: 'refused', reason: 'The request is not signed.' };
  const expected = createHmac('sha256', credentials.app_secret).update(request.body).digest('hex');
  if (!isSameText(signature.toLowerCase(), `sha256=${expected}`)) {
    return { kind: 'refused', reason: 'The signature does not match the body: check the app secret.' };
  }
  const reports = readBody(request.body.toString(), credentials.phone_number_id);
  return { kind: 'reports', reports: boundedReports(reports), contentType: PLAIN, text: 'EVENT_RECEIVED' };
}

function readBody(body: string, phoneNumberId: string): CarrierReport[] {
  const parsed = parseJsonObject(body);
  const changes = objectsAt(objectAt(parsed)['entry']).flatMap((entry) => objectsAt(entry['changes']));
  if (changes.length === 0) return [unattributed('a body without changes', parsed ?? body)];
  return changes.flatMap((change) => readChange(change, phoneNumberId));
}

/** Webhook verification: the vendor sends a challenge and expects it back. */
function verification(verifyToken: string, address: string): CarrierReading {
  const query = URL.parse(address)?.searchParams;
  const isOurs =
    query?.get('hub.mode') === 'subscribe' && isSameText(query.get('hub.verify_token') ?? '', verifyToken);
  if (!isOurs) return { kind: 'refused', reason: 'The verify token does not belong to this sender.' };
  return { kind: 'answer', contentType: PLAIN, text: query.get('hub.challenge') ?? '' };
}

/** Fields about the senders' quality, limits and names. Their values are not read, because the carrier is asked. */
const ABOUT_SENDERS = /^(?:phone_number|business_capability)_/;
/** Fields about the business account, such as a ban or an alert, which says more than the carrier would answer. */
const ABOUT_ACCOUNT = /^account_/;

function readChange(change: Record<string, unknown>, phoneNumberId: string): CarrierReport[] {
  const field = textAt(change['field']) ?? '';
  if (field.startsWith('message_template_') || field === 'template_category_update') {
    return [{ kind: 'templates-changed' }];
  }
  const value = objectAt(change['value']);
  if (ABOUT_SENDERS.test(field)) return [{ kind: 'senders-changed' }];
  if (ABOUT_ACCOUNT.test(field)) return [{ kind: 'senders-changed' }, changeOf(field, value)];
  const { phone_number_id: owner, display_phone_number: shown } = objectAt(value['metadata']);
  const reports = readValue(field, value, textAt(shown) ?? '');
  if (textAt(owner) === phoneNumberId || (owner === undefined && field !== 'messages')) return reports;
  // An app reports all numbers of a business to one URL; another number is another sender.
  const phoneNumber = e164(textAt(shown) ?? '');
  if (phoneNumber === null) return [unattributed('a change without a sender', change)];
  return [{ kind: 'other-sender', phoneNumber, reports }];
}

function readValue(field: string, value: Record<string, unknown>, shown: string): CarrierReport[] {
  switch (field) {
    case 'messages':
      return readContent(value, shown);
    case 'smb_message_echoes':
      return readEchoes(value, shown);
    case 'user_preferences':
      return readPreferences(value);
    default:
      return [changeOf(field, value)];
  }
}

function changeOf(field: string, value: Record<string, unknown>): CarrierReport {
  return unattributed(`a change of the field ${field}`, value);
}

/** Messages, their states, and errors of the sender such as a locked account. */
function readContent(value: Record<string, unknown>, shown: string): CarrierReport[] {
  const errors = objectsAt(value['errors']);
  const isEmpty = [value['messages'], value['statuses'], errors].every(
    (list) => objectsAt(list).length === 0,
  );
  if (isEmpty) return [unattributed('a change without messages', value)];
  return [
    ...readMessages(value, shown),
    ...readStatuses(value),
    ...errors.map((error) => unattributed('an error of the sender', error)),
  ];
}

const STATES: ReadonlyMap<string, DeliveryState> = new Map([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'read'],
  // A voice message was played.
  ['played', 'read'],
  ['failed', 'failed'],
]);

function readStatuses(value: Record<string, unknown>): CarrierReport[] {
  return objectsAt(value['statuses']).flatMap((status): CarrierReport[] => {
    const providerMessageId = textAt(status['id']);
    const state = STATES.get(textAt(status['status']) ?? '');
    if (providerMessageId === null || state === undefined) return [unattributed('a state', status)];
    const reference = textAt(status['biz_opaque_callback_data']);
    const error = state === 'failed' ? errorOf(objectsAt(status['errors'])[0] ?? {}) : null;
    const recipient = e164(textAt(status['recipient_id']) ?? '');
    const report = { kind: 'status', providerMessageId, reference, state, error } as const;
    return [...identityOf(status), recipient === null ? report : { ...report, recipient }];
  });
}

/** The vendor sends both if it knows both. */
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

const CONSENT_CHANGES: ReadonlyMap<string, ConsentChange> = new Map([
  ['stop', 'stop'],
  ['resume', 'start'],
]);

/**
 * Marketing preferences that customers set in their app:
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/user_preferences
 */
function readPreferences(value: Record<string, unknown>): CarrierReport[] {
  const contacts = objectsAt(value['contacts']);
  const preferences = objectsAt(value['user_preferences']);
  if (preferences.length === 0) return [unattributed('a change without preferences', value)];
  return preferences.map((preference): CarrierReport => {
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
