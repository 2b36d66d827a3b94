import type { CarrierHttp, CarrierHttpResult } from '../interfaces/messaging-carrier.ts';
import { CARRIER_ANSWER_BYTES, CARRIER_TIMEOUT_MS } from '../kit/carrier-limits.ts';
import { fetchCarrierJson } from '../kit/carrier-request.ts';
import type { CloudCredentials } from './credentials.ts';

export interface CloudOptions {
  http: CarrierHttp;
  /** Base URL with version that replaces the vendor's, for proxies, tests and later versions; null for the default. */
  apiUrl: string | null;
}

const VENDOR_URL = 'https://graph.facebook.com/v24.0';

export interface CloudApi {
  http: CarrierHttp;
  baseUrl: string;
  phoneNumberId: string;
  businessAccountId: string;
  headers: Readonly<Record<string, string>>;
}

export function cloudApi({ http, apiUrl }: CloudOptions, credentials: CloudCredentials): CloudApi {
  return {
    http,
    baseUrl: (apiUrl ?? VENDOR_URL).replace(/\/+$/, ''),
    phoneNumberId: credentials.phone_number_id,
    businessAccountId: credentials.business_account_id,
    headers: { authorization: `Bearer ${credentials.access_token}` },
  };
}

/** @param path including the query. Throws a `ProviderError` for anything but a JSON object */
export function getJson(api: CloudApi, path: string, signal: AbortSignal): Promise<Record<string, unknown>> {
  return fetchCarrierJson(api.http, {
    method: 'GET',
    url: `${api.baseUrl}${path}`,
    headers: api.headers,
    timeoutMs: CARRIER_TIMEOUT_MS,
    maxResponseBytes: CARRIER_ANSWER_BYTES,
    signal,
  });
}

export function postJson(
  api: CloudApi,
  path: string,
  { value, signal }: { value: object; signal: AbortSignal },
): Promise<CarrierHttpResult> {
  return api.http({
    method: 'POST',
    url: `${api.baseUrl}${path}`,
    headers: { ...api.headers, 'content-type': 'application/json' },
    body: JSON.stringify(value),
    timeoutMs: CARRIER_TIMEOUT_MS,
    maxResponseBytes: CARRIER_ANSWER_BYTES,
    signal,
  });
}
