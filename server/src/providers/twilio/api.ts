import type { CarrierHttp, CarrierHttpResult } from '../interfaces/messaging-carrier.ts';
import { CARRIER_ANSWER_BYTES, CARRIER_TIMEOUT_MS } from '../kit/carrier-limits.ts';
import { fetchCarrierJson } from '../kit/carrier-request.ts';
import type { TwilioCredentials } from './credentials.ts';

export interface TwilioOptions {
  http: CarrierHttp;
  /** Base URL that replaces all of Twilio's hosts, for proxies and tests; null for Twilio's own. */
  apiUrl: string | null;
}

const HOSTS = {
  api: 'https://api.twilio.com',
  content: 'https://content.twilio.com',
  messaging: 'https://messaging.twilio.com',
  pricing: 'https://pricing.twilio.com',
} as const;

export type TwilioHost = keyof typeof HOSTS;

export interface TwilioApi {
  accountSid: string;
  http: CarrierHttp;
  headers: Readonly<Record<string, string>>;
  /** @param path including the query */
  url(host: TwilioHost, path: string): string;
}

export function twilioApi(options: TwilioOptions, { account_sid, auth_token }: TwilioCredentials): TwilioApi {
  const key = Buffer.from(`${account_sid}:${auth_token}`).toString('base64');
  const proxy = options.apiUrl?.replace(/\/+$/, '') ?? null;
  return {
    accountSid: account_sid,
    http: options.http,
    headers: { authorization: `Basic ${key}`, accept: 'application/json' },
    url: (host, path) => `${proxy ?? HOSTS[host]}${path}`,
  };
}

/** Throws a `ProviderError` for anything but a JSON object. */
export function getJson(api: TwilioApi, url: string, signal: AbortSignal): Promise<Record<string, unknown>> {
  return fetchCarrierJson(api.http, {
    method: 'GET',
    url,
    headers: api.headers,
    timeoutMs: CARRIER_TIMEOUT_MS,
    maxResponseBytes: CARRIER_ANSWER_BYTES,
    signal,
  });
}

export function postForm(
  api: TwilioApi,
  url: string,
  { form, signal }: { form: URLSearchParams; signal: AbortSignal },
): Promise<CarrierHttpResult> {
  return api.http({
    method: 'POST',
    url,
    headers: { ...api.headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
    timeoutMs: CARRIER_TIMEOUT_MS,
    maxResponseBytes: CARRIER_ANSWER_BYTES,
    signal,
  });
}
