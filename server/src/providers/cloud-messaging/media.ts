import type { MediaItem } from '../interfaces/messaging-carrier.ts';
import { ProviderError } from '../interfaces/provider-error.ts';
import { askCarrier } from '../kit/ask-carrier.ts';
import { MEDIA_BYTES, MEDIA_TIMEOUT_MS } from '../kit/carrier-limits.ts';
import { textAt } from '../kit/json-parts.ts';
import { type CloudApi, getJson } from './api.ts';

/** An id gives an address for some minutes, the address gives the bytes; both want the token. */
export async function readMedia(
  api: CloudApi,
  media: MediaItem,
  signal: AbortSignal,
): Promise<{ bytes: Buffer; contentType: string }> {
  if (!/^[\w-]+$/.test(media.reference)) {
    throw new ProviderError('rejected', 'This is no id of an attachment.');
  }
  const path = `/${media.reference}?phone_number_id=${api.phoneNumberId}`;
  const described = await getJson(api, path, signal);
  const { body } = await askCarrier(api.http, {
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

/** The token travels encrypted, or to where the installation has sent it anyway. */
function secureUrl(api: CloudApi, address: string): string {
  const url = URL.parse(address);
  if (url?.protocol === 'https:' || url?.origin === new URL(api.baseUrl).origin) return url.href;
  throw new ProviderError('malformed', 'The carrier named no usable address of the attachment.');
}
