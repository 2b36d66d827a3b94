import type { CallAnswer, CallCarrier } from '../../interfaces/call-carrier.ts';
import type { CarrierRequest } from '../../interfaces/messaging-carrier.ts';
import { type TwilioOptions, twilioApi } from '../api.ts';
import { asTwilioCredentials } from '../credentials.ts';
import { isTwilioSignature } from '../signature.ts';
import { readSignedRequest } from '../signed-request.ts';
import { callPrice } from './call-price.ts';
import { endCall, redirectCall } from './change-call.ts';
import { orderCall } from './order-call.ts';
import { readCallReport } from './read-call-report.ts';
import { twiml } from './twiml.ts';

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
