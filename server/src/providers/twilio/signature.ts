import { createHash, createHmac } from 'node:crypto';
import { parse, stringify } from 'node:querystring';
import { isSameText } from '../kit/same-text.ts';

/** Values by name; names may repeat. */
export type FormParameters = ReadonlyMap<string, readonly string[]>;

/**
 * A request's signature: HMAC-SHA1 over the URL and the sorted form parameters, each name followed by its value.
 * https://www.twilio.com/docs/usage/security#validating-requests
 */
export function twilioSignature(authToken: string, url: string, parameters: FormParameters): string {
  return signatureOf(authToken, url, signedText(parameters));
}

/** Checks the signature for the URL with and without its port, unchanged and as older back ends escape it. */
export function isTwilioSignature(
  authToken: string,
  signature: string,
  signed: { url: string; parameters: FormParameters },
): boolean {
  const { url, parameters } = signed;
  const text = signedText(parameters);
  const fits = (candidate: string): boolean => isSameText(signature, signatureOf(authToken, candidate, text));
  if (portForms(url).some(fits)) return true;
  const normalized = URL.parse(url)?.href;
  if (normalized === undefined) return false;
  const forms = portForms(normalized);
  return [...forms, ...forms.map(withEscapedQuery)].some(fits);
}

function signedText(parameters: FormParameters): string {
  const names = [...parameters.keys()].sort();
  const texts = names.flatMap((name) =>
    [...new Set(parameters.get(name))].sort().map((value) => `${name}${value}`),
  );
  return texts.join('');
}

function signatureOf(authToken: string, url: string, text: string): string {
  return createHmac('sha1', authToken).update(`${url}${text}`).digest('base64');
}

/** True if a non-form body matches the digest in the signed URL. */
export function isSignedBody(url: string, body: Buffer): boolean {
  const named = URL.parse(url)?.searchParams.get('bodySHA256') ?? '';
  return isSameText(named, createHash('sha256').update(body).digest('hex'));
}

const URL_PARTS = /^([a-z][a-z0-9+.-]*:\/\/)((?:[^/?#]*@)?)(\[[^\]/?#]*\]|[^:/?#]*)((?::[^/?#]*)?)(.*)$/is;

/** Split by hand: a URL object would change the escapes that Twilio has signed. */
function portForms(url: string): string[] {
  const parts = URL_PARTS.exec(url);
  if (parts === null) return [url];
  const [, scheme = '', user = '', host = '', port = '', rest = ''] = parts;
  const usual = /^(?:https|wss):/i.test(scheme) ? ':443' : ':80';
  return [`${scheme}${user}${host}${rest}`, `${scheme}${user}${host}${port === '' ? usual : port}${rest}`];
}

function withEscapedQuery(url: string): string {
  const start = url.indexOf('?');
  if (start === -1 || start === url.length - 1) return url;
  return `${url.slice(0, start)}?${stringify(parse(url.slice(start + 1)))}`;
}
