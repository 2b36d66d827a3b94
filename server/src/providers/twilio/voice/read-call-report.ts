import { storableText } from '../../../core/storable.ts';
import type { CallFailure, CallReport } from '../../interfaces/call-carrier.ts';
import { e164 } from '../../kit/e164.ts';

const MAX_ID = 255;
/** The vendor's stand-ins for a number that is withheld or unknown: words on a telephone's keys. */
const WITHHELD: ReadonlySet<string> = new Set([
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

/** https://www.twilio.com/docs/voice/twiml#request-parameters; null: it is of no call, or of a state that has no name here. */
export function readCallReport(said: ReadonlyMap<string, string>): CallReport | null {
  const carrierCallId = storableText(said.get('CallSid') ?? '');
  const progress = progressOf(said);
  if (carrierCallId === '' || carrierCallId.length > MAX_ID || progress === null) return null;
  const from = (said.get('From') ?? '').trim();
  return {
    carrierCallId,
    direction: said.get('Direction')?.startsWith('outbound') === true ? 'outbound' : 'inbound',
    from: WITHHELD.has(from.toLowerCase()) ? null : numberOf(from),
    to: numberOf((said.get('To') ?? '').trim()),
    progress,
  };
}

function numberOf(written: string): string {
  return e164(written) ?? storableText(written.slice(0, MAX_ID));
}

function progressOf(said: ReadonlyMap<string, string>): CallReport['progress'] | null {
  switch (said.get('CallStatus')) {
    case 'queued':
    case 'initiated':
      return { state: 'initiated' };
    case 'ringing':
      return { state: 'ringing' };
    case 'in-progress':
    case 'answered':
      return { state: 'answered' };
    case 'completed':
      return ended(null, said);
    case 'busy':
      return ended('busy', said);
    case 'no-answer':
      return ended('no-answer', said);
    case 'canceled':
      return ended('cancelled', said);
    case 'failed':
      return ended(failureOf(said.get('SipResponseCode') ?? ''), said);
    default:
      return null;
  }
}

function ended(failure: CallFailure | null, said: ReadonlyMap<string, string>): CallReport['progress'] {
  const code = (said.get('SipResponseCode') ?? said.get('ErrorCode') ?? '').trim();
  return { state: 'ended', failure, code: /^\d{1,6}$/.test(code) ? code : null };
}

/** By what the telephone network answered the carrier. */
function failureOf(sipStatus: string): CallFailure {
  if (['404', '410', '484', '604'].includes(sipStatus)) return 'invalid-number';
  if (['486', '600'].includes(sipStatus)) return 'busy';
  return ['603', '607', '608'].includes(sipStatus) ? 'rejected' : 'unavailable';
}
