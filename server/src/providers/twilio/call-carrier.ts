import { storableText } from '../../core/storable.ts';
import type {
  CallAnswer,
  CallCarrier,
  CallFailure,
  CallInstruction,
  CallOrder,
  CallPrice,
  CallReport,
  OutgoingCall,
} from '../interfaces/call-carrier.ts';
import type { CarrierHttpResult, CarrierRequest, Submission } from '../interfaces/messaging-carrier.ts';
import { ProviderError } from '../interfaces/provider-error.ts';
import { e164 } from '../kit/e164.ts';
import { objectAt, parseJsonObject, textAt } from '../kit/json-parts.ts';
import { refusedSubmission, unansweredSubmission } from '../kit/submission.ts';
import { getJson, postForm, type TwilioApi, type TwilioOptions, twilioApi } from './api.ts';
import { asTwilioCredentials } from './credentials.ts';
import { explainTwilioError } from './errors.ts';
import { isTwilioSignature } from './signature.ts';
import { readSignedRequest } from './signed-request.ts';

const CONTENT_TYPE = 'text/xml; charset=utf-8';

/** Calls over Twilio's REST API, signed webhooks and media streams. */
export function createTwilioCallCarrier(options: TwilioOptions, account: unknown): CallCarrier {
  const credentials = asTwilioCredentials(account);
  const api = twilioApi(options, credentials);
  const authToken = credentials.auth_token;
  const answer = (text: string): CallAnswer => ({ contentType: CONTENT_TYPE, text });
  return {
    order: (call, signal) => orderCall(api, call, signal),
    redirect: (carrierCallId, instruction, signal) =>
      redirectCall(api, { carrierCallId, instruction }, signal),
    end: (carrierCallId, signal) => endCall(api, carrierCallId, signal),
    price: (carrierCallId, signal) => callPrice(api, carrierCallId, signal),
    readRequest: (request) => {
      const reading = readSignedRequest(authToken, request);
      return reading.kind === 'refused'
        ? reading
        : { kind: 'report', report: readCallReport(reading.fields) };
    },
    isGenuineUpgrade: (request) => isGenuineUpgrade(authToken, request),
    answer: (instruction) => answer(twiml(instruction)),
    acknowledgement: answer('<Response/>'),
  };
}

/** Twilio signs the WebSocket URL as configured, with `wss`, and in some cases with a trailing slash. */
function isGenuineUpgrade(authToken: string, { url, headers }: CarrierRequest): boolean {
  const signature = headers['x-twilio-signature'];
  if (signature === undefined) return false;
  const addresses = [url, url.replace(/^http/i, 'ws')].flatMap((one) => [one, `${one}/`]);
  return addresses.some((one) =>
    isTwilioSignature(authToken, signature, { url: one, parameters: new Map() }),
  );
}

/** Twilio's limits; it rings up to five seconds longer. Our own ringing timeout normally ends the call first. */
const RINGING_SECONDS = { least: 5, most: 600 };
const EVENTS = ['initiated', 'ringing', 'answered', 'completed'];

/** https://www.twilio.com/docs/voice/api/call-resource#create-a-call-resource */
async function orderCall(api: TwilioApi, call: OutgoingCall, signal: AbortSignal): Promise<CallOrder> {
  const url = api.url('api', `/2010-04-01/Accounts/${api.accountSid}/Calls.json`);
  return orderOf(await postForm(api, url, { form: formOf(call), signal }));
}

function formOf({ from, to, ringingTimeMs, answerUrl, statusUrl }: OutgoingCall): URLSearchParams {
  const seconds = Math.ceil(ringingTimeMs / 1000);
  const ringing = Math.min(RINGING_SECONDS.most, Math.max(RINGING_SECONDS.least, seconds));
  const form = new URLSearchParams({ To: to, From: from, Url: answerUrl, StatusCallback: statusUrl });
  // If the answering process dies, another one gets the request.
  form.set('FallbackUrl', answerUrl);
  for (const event of EVENTS) form.append('StatusCallbackEvent', event);
  form.set('Timeout', String(ringing));
  return form;
}

function orderOf(answer: CarrierHttpResult): CallOrder {
  if (answer.kind === 'failure') return notAccepted(unansweredSubmission(answer));
  const { status, headers } = answer;
  const fields = objectAt(parseJsonObject(answer.body.toString()));
  if (status >= 300) {
    const code = textAt(fields['code']);
    const reason = code === null ? null : (explainCallError(code) ?? textAt(fields['message']));
    return notAccepted(refusedSubmission({ status, headers, code, reason }));
  }
  const carrierCallId = textAt(fields['sid']);
  if (carrierCallId !== null) return { kind: 'accepted', carrierCallId };
  return { kind: 'unknown', reason: 'The carrier accepted the call, but its response could not be read.' };
}

function notAccepted(submission: Submission): CallOrder {
  switch (submission.kind) {
    case 'refused': {
      const { code, reason } = submission;
      return { kind: 'refused', failure: failureOfCode(code), code, reason };
    }
    case 'unavailable':
      return { kind: 'refused', failure: 'unavailable', code: null, reason: submission.reason };
    case 'accepted':
      return { kind: 'accepted', carrierCallId: submission.providerMessageId };
    case 'unknown':
      return { kind: 'unknown', reason: submission.reason };
  }
}

/** Error codes of a call that has ended or never existed, so that there is nothing to end. */
const ENDED_CODES: ReadonlySet<string> = new Set(['20404', '21220']);

/** https://www.twilio.com/docs/voice/api/call-resource#update-a-call-resource. Throws a `ProviderError`. */
async function redirectCall(
  api: TwilioApi,
  { carrierCallId, instruction }: { carrierCallId: string; instruction: CallInstruction },
  signal: AbortSignal,
): Promise<void> {
  const refusal = await change(api, carrierCallId, { change: { Twiml: twiml(instruction) }, signal });
  if (refusal !== null) throw refusal.error;
}

/** Ends a call in any state; throws a `ProviderError`. */
async function endCall(api: TwilioApi, carrierCallId: string, signal: AbortSignal): Promise<void> {
  const refusal = await change(api, carrierCallId, { change: { Status: 'completed' }, signal });
  if (refusal !== null && !ENDED_CODES.has(refusal.code ?? '')) throw refusal.error;
}

/** @returns Twilio's error code and the error; null on success */
async function change(
  api: TwilioApi,
  carrierCallId: string,
  { change: wanted, signal }: { change: Record<string, string>; signal: AbortSignal },
): Promise<{ code: string | null; error: ProviderError } | null> {
  const path = `/2010-04-01/Accounts/${api.accountSid}/Calls/${encodeURIComponent(carrierCallId)}.json`;
  const form = new URLSearchParams(wanted);
  const answer = await postForm(api, api.url('api', path), { form, signal });
  if (answer.kind === 'failure') {
    return { code: null, error: new ProviderError('unavailable', answer.reason) };
  }
  if (answer.status < 300) return null;
  const fields = objectAt(parseJsonObject(answer.body.toString()));
  const code = textAt(fields['code']);
  const words = code === null ? null : (explainCallError(code) ?? textAt(fields['message']));
  const message = words ?? `The carrier responded with status ${answer.status}.`;
  return { code, error: new ProviderError(answer.status >= 500 ? 'unavailable' : 'rejected', message) };
}

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
function readCallReport(fields: ReadonlyMap<string, string>): CallReport | null {
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

const MICROS_PER_UNIT = 1_000_000;
/** Above any call's cost: larger values count as malformed. */
const MAX_UNITS = 1_000_000;

/**
 * Twilio's charge for a call, available some time after its end:
 * https://www.twilio.com/docs/voice/api/call-resource. Throws a `ProviderError`.
 */
async function callPrice(
  api: TwilioApi,
  carrierCallId: string,
  signal: AbortSignal,
): Promise<CallPrice | null> {
  const path = `/2010-04-01/Accounts/${api.accountSid}/Calls/${encodeURIComponent(carrierCallId)}.json`;
  return readPrice(await getJson(api, api.url('api', path), signal));
}

/** Charges are negative. */
function readPrice(call: Record<string, unknown>): CallPrice | null {
  const written = textAt(call['price']) ?? '';
  const units = Math.abs(Number(written));
  if (!/^-?\d+(\.\d+)?$/.test(written) || units > MAX_UNITS) return null;
  const currency = (textAt(call['price_unit']) ?? '').toUpperCase();
  return /^[A-Z]{3}$/.test(currency) ? { micros: Math.round(units * MICROS_PER_UNIT), currency } : null;
}

/** Explanations of Twilio's codes for calls, with advice: https://www.twilio.com/docs/api/errors */
const EXPLANATIONS: ReadonlyMap<string, string> = new Map([
  ['13223', 'The number to call is invalid.'],
  ['13224', 'The number to call is invalid.'],
  ['13225', 'The carrier does not call this number.'],
  ['13227', 'The account may not call that country: allow the region in the carrier’s console.'],
  ['21205', 'The carrier cannot reach this installation: set PARLEY_PUBLIC_URL to its public URL.'],
  ['21210', 'The number to call from does not belong to the account and is not a verified caller ID.'],
  ['21214', 'The number to call is unreachable.'],
  ['21215', 'The account may not call that country: allow the region in the carrier’s console.'],
  ['21216', 'The carrier does not call this number.'],
  ['21217', 'The number to call is invalid.'],
  ['21218', 'The carrier cannot reach this installation: set PARLEY_PUBLIC_URL to its public URL.'],
  ['21219', 'A trial account can only call verified numbers: verify the number or upgrade the account.'],
]);

const INVALID_NUMBER: ReadonlySet<string> = new Set(['13223', '13224', '21211', '21214', '21217', '21401']);

/** Null if the code is unknown. */
function explainCallError(code: string): string | null {
  return EXPLANATIONS.get(code) ?? explainTwilioError(code);
}

function failureOfCode(code: string): CallFailure {
  return INVALID_NUMBER.has(code) ? 'invalid-number' : 'unavailable';
}

const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>';

/** Instructions for a call in XML: https://www.twilio.com/docs/voice/twiml */
export function twiml(instruction: CallInstruction): string {
  return `${XML_HEAD}<Response>${verbs(instruction)}</Response>`;
}

function verbs(instruction: CallInstruction): string {
  switch (instruction.kind) {
    case 'stream': {
      const { url, againUrl, digits } = instruction;
      const keys = digits === undefined ? '' : `<Play${attribute('digits', digits)}/>`;
      const stream = `<Connect><Stream${attribute('url', url)}/></Connect>`;
      // Twilio continues here when our side or a dying process closes the WebSocket.
      return `${keys}${stream}<Redirect method="POST">${escaped(againUrl)}</Redirect>`;
    }
    case 'reject':
      return `<Reject${attribute('reason', instruction.reason)}/>`;
    case 'hang-up':
      return '<Hangup/>';
  }
}

function attribute(name: string, value: string): string {
  return ` ${name}="${escaped(value)}"`;
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&apos;'],
]);

/** Drops characters that XML cannot represent. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (character) => ENTITIES.get(character) ?? '');
}
