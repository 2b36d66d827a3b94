import type { SenderHealth, SenderQuality } from '../interfaces/messaging-carrier.ts';
import { ProviderError } from '../interfaces/provider-error.ts';
import { objectAt, objectsAt, textAt } from '../kit/json-parts.ts';
import { readMessagingLimit } from '../kit/messaging-limit.ts';
import { type CloudApi, getJson } from './api.ts';

const FIELDS = 'display_phone_number,verified_name,quality_rating,status,health_status';
/** The limit belongs to the business since 2025; earlier versions of the API know only the number's own. */
const LIMITS = ['whatsapp_business_manager_messaging_limit', 'messaging_limit_tier'] as const;

/** The sender's phone number at the carrier. Throws a `ProviderError`. */
export async function readNumber(api: CloudApi, signal: AbortSignal): Promise<Record<string, unknown>> {
  const read = (limit: string) => getJson(api, `/${api.phoneNumberId}?fields=${FIELDS},${limit}`, signal);
  try {
    return await read(LIMITS[0]);
  } catch (error) {
    // The API refuses the whole request because of an unknown field.
    if (!(error instanceof ProviderError) || error.code !== 'rejected') throw error;
    return read(LIMITS[1]);
  }
}

const QUALITIES: ReadonlyMap<string, SenderQuality> = new Map([
  ['GREEN', 'GREEN'],
  ['YELLOW', 'YELLOW'],
  ['RED', 'RED'],
]);

/** States of a number that cannot send. */
const CANNOT_SEND = new Set(['BANNED', 'DELETED', 'MIGRATED', 'DISCONNECTED']);

export function readHealth(number: Record<string, unknown>): SenderHealth {
  const limit = LIMITS.map((name) => textAt(number[name])).find((text) => text !== null) ?? null;
  return {
    quality: QUALITIES.get(textAt(number['quality_rating'])?.toUpperCase() ?? '') ?? null,
    messagingLimit: readMessagingLimit(limit),
    name: textAt(number['verified_name'])?.trim() ?? null,
    problem: problemOf(number),
  };
}

function problemOf(number: Record<string, unknown>): string | null {
  const status = textAt(number['status'])?.toUpperCase() ?? '';
  if (CANNOT_SEND.has(status)) return `The number is ${status} at the carrier.`;
  const health = objectAt(number['health_status']);
  if (textAt(health['can_send_message'])?.toUpperCase() !== 'BLOCKED') return null;
  const errors = objectsAt(health['entities']).flatMap((entity) => objectsAt(entity['errors']));
  const reasons = errors.map((error) => textAt(error['error_description'])).filter((text) => text !== null);
  return ['The carrier has blocked the sender.', ...new Set(reasons)].join(' ');
}
