import type { MediaItem } from '../interfaces/messaging-carrier.ts';
import { ProviderError } from '../interfaces/provider-error.ts';
import { MEDIA_BYTES, MEDIA_TIMEOUT_MS } from '../kit/carrier-limits.ts';
import { fetchFromCarrier } from '../kit/carrier-request.ts';
import type { TwilioApi } from './api.ts';

/** Follows redirects to the file host, which gets no credentials and has signed URLs. */
const REDIRECTS = 3;

export async function readMedia(
  api: TwilioApi,
  media: MediaItem,
  signal: AbortSignal,
): Promise<{ bytes: Buffer; contentType: string }> {
  const { headers, body } = await fetchFromCarrier(api.http, {
    method: 'GET',
    url: api.url('api', mediaPath(api, media.reference)),
    headers: { authorization: api.headers['authorization'] ?? '' },
    timeoutMs: MEDIA_TIMEOUT_MS,
    maxResponseBytes: MEDIA_BYTES,
    redirects: REDIRECTS,
    signal,
  });
  return { bytes: body, contentType: headers['content-type'] ?? media.contentType };
}

/** Sends the credentials only to Twilio's own host, even if a message contains another URL. */
function mediaPath(api: TwilioApi, reference: string): string {
  const path = URL.parse(reference)?.pathname ?? '';
  if (path.startsWith(`/2010-04-01/Accounts/${api.accountSid}/Messages/`)) return path;
  throw new ProviderError('rejected', 'This is not the URL of an attachment in this account.');
}
