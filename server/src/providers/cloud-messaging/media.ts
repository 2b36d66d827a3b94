import type { MediaItem } from '../interfaces/messaging-carrier.ts';
import { ProviderError } from '../interfaces/provider-error.ts';
import { MEDIA_BYTES, MEDIA_TIMEOUT_MS } from '../kit/carrier-limits.ts';
import { fetchFromCarrier } from '../kit/carrier-request.ts';
import { textAt } from '../kit/json-parts.ts';
import { type CloudApi, getJson } from './api.ts';

/** The id resolves to a URL for some minutes, and the URL to the bytes; both need the token. */
export async function readMedia(
  api: CloudApi,
  media: MediaItem,
  signal: AbortSignal,
): Promise<{ bytes: Buffer; contentType: string }> {
  if (!/^[\w-]+$/.test(media.reference)) {
    throw new ProviderError('rejected', 'This is not the id of an attachment.');
  }
  const path = `/${media.reference}?phone_number_id=${api.phoneNumberId}`;
  const described = await getJson(api, path, signal);
  const { body } = await fetchFromCarrier(api.http, {
    method: 'GET',
    url: secureUrl(api, textAt(described['url']) ?? ''),
    headers: api.headers,
    timeoutMs: MEDIA_TIMEOUT_MS,
    maxResponseBytes: MEDIA_BYTES,
    redirects: 3,
    signal,
  });
  return { bytes: body, contentType: textAt(described['mime_type']) ?? media.contentType };
}

/** The token is only sent over HTTPS, or to the configured base URL. */
function secureUrl(api: CloudApi, address: string): string {
  const url = URL.parse(address);
  if (url?.protocol === 'https:' || url?.origin === new URL(api.baseUrl).origin) return url.href;
  throw new ProviderError('malformed', 'The carrier returned no usable URL for the attachment.');
}
