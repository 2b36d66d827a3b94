import { isJsonObject } from '../interfaces/json.ts';
import type { CarrierRequest } from '../interfaces/messaging-carrier.ts';
import { parseJsonObject, textAt } from '../kit/json-parts.ts';
import { type FormParameters, isSignedBody, isTwilioSignature } from './signature.ts';

/** Twilio sends about thirty parameters, including a text of at most 1,600 characters. */
const MAX_FORM_BYTES = 65_536;
const MAX_PARAMETERS = 500;
const AMPERSAND = 0x26;

export type SignedReading =
  | { kind: 'refused'; reason: string }
  /** Twilio's parameters by name, and the URL as configured there. */
  | { kind: 'genuine'; fields: ReadonlyMap<string, string>; url: URL };

/** Verifies a webhook's signature and parses its parameters. Never throws for its content. */
export function readSignedRequest(authToken: string, request: CarrierRequest): SignedReading {
  const signature = request.headers['x-twilio-signature'];
  if (signature === undefined) return { kind: 'refused', reason: 'The request is not signed.' };
  const url = URL.parse(request.url);
  if (url === null) return { kind: 'refused', reason: 'The URL of the request is invalid.' };
  const isHashed = url.searchParams.has('bodySHA256');
  const parameters = isHashed || request.method === 'GET' ? new Map() : formParameters(request.body);
  if (parameters === null)
    return { kind: 'refused', reason: 'The form is too large to be from the carrier.' };
  const isGenuine =
    isTwilioSignature(authToken, signature, { url: request.url, parameters }) &&
    (!isHashed || isSignedBody(request.url, request.body));
  if (!isGenuine) {
    return {
      kind: 'refused',
      // The path is omitted because it ends with a secret key.
      reason: `The signature does not match the URL at ${url.origin}: check the auth token and PARLEY_PUBLIC_URL.`,
    };
  }
  const fields = isHashed ? jsonValues(request.body) : firstValues(parameters, url.searchParams);
  return { kind: 'genuine', fields, url };
}

/**
 * Null if the body is larger than any of Twilio's forms. Checked before the signature, so that forgeries cost us nothing.
 */
function formParameters(body: Buffer): FormParameters | null {
  if (body.length > MAX_FORM_BYTES) return null;
  let count = 1;
  for (const byte of body) if (byte === AMPERSAND) count += 1;
  if (count > MAX_PARAMETERS) return null;
  const parameters = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(body.toString())) {
    const values = parameters.get(name);
    if (values === undefined) parameters.set(name, [value]);
    else values.push(value);
  }
  return parameters;
}

/** A webhook set to GET has the form's parameters in its query. */
function firstValues(parameters: FormParameters, query: URLSearchParams): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [name, [value]] of parameters) if (value !== undefined) values.set(name, value);
  for (const [name, value] of query) if (!values.has(name)) values.set(name, value);
  return values;
}

function jsonValues(body: Buffer): ReadonlyMap<string, string> {
  const json = parseJsonObject(body.toString());
  const values = new Map<string, string>();
  if (!isJsonObject(json)) return values;
  for (const [name, value] of Object.entries(json)) {
    const text = textAt(value);
    if (text !== null) values.set(name, text);
  }
  return values;
}
