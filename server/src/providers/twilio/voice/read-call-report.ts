import { storableText } from '../../../core/storable.ts';
import type { CallFailure, CallReport } from '../../interfaces/call-carrier.ts';
import { e164 } from '../../kit/e164.ts';

const MAX_ID = 255;
/** Twilio's placeholders for withheld or unknown numbers: words on a phone keypad. */
const WITHHELD_NUMBERS: ReadonlySet<string> = new Set([
  '',
  'anonymous',
  'restricted',
  'unavailable',
  'unknown',
  '+266696687',
  '+7378742833',
  '+2562533',
  '+8656696',
  '+86282452253',
]);

/**
 * Null if the request is not about a call or has an unknown state.
 * https://www.twilio.com/docs/voice/twiml#request-parameters
 */
export function readCallReport(fields: ReadonlyMap<string, string>): CallReport | null {
  const carrierCallId = storableText(fields.get('CallSid') ?? '');
  const progress = progressOf(fields);
  if (carrierCallId === '' || carrierCallId.length > MAX_ID || progress === null) return null;
  const from = (fields.get('From') ?? '').trim();
  return {
    carrierCallId,
    from: WITHHELD_NUMBERS.has(from.toLowerCase()) ? null : numberOf(from),
    to: numberOf((fields.get('To') ?? '').trim()),
    progress,
  };
}

function numberOf(written: string): string {
  return e164(written) ?? storableText(written.slice(0, MAX_ID));
}

function progressOf(fields: ReadonlyMap<string, string>): CallReport['progress'] | null {
  switch (fields.get('CallStatus')) {
    case 'queued':
    case 'initiated':
      return { state: 'initiated' };
    case 'ringing':
      return { state: 'ringing' };
    case 'in-progress':
    case 'answered':
      return { state: 'answered' };
    case 'completed':
      return ended(null, fields);
    case 'busy':
      return ended('busy', fields);
    case 'no-answer':
      return ended('no-answer', fields);
    case 'canceled':
      return ended('canceled', fields);
    case 'failed':
      return ended(failureOf(fields.get('SipResponseCode') ?? ''), fields);
    default:
      return null;
  }
}

function ended(failure: CallFailure | null, fields: ReadonlyMap<string, string>): CallReport['progress'] {
  const code = (fields.get('SipResponseCode') ?? fields.get('ErrorCode') ?? '').trim();
  return { state: 'ended', failure, code: /^\d{1,6}$/.test(code) ? code : null };
}

/** Classifies a failure by the SIP status that the network returned. */
function failureOf(sipStatus: string): CallFailure {
  if (['404', '410', '484', '604'].includes(sipStatus)) return 'invalid-number';
  if (['486', '600'].includes(sipStatus)) return 'busy';
  return ['603', '607', '608'].includes(sipStatus) ? 'rejected' : 'unavailable';
}
