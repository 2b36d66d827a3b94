import type { MediaItem } from '../interfaces/messaging-carrier.ts';
import { ProviderError } from '../interfaces/provider-error.ts';
import { askCarrier } from '../kit/ask-carrier.ts';
import { MEDIA_BYTES, MEDIA_TIMEOUT_MS } from '../kit/carrier-limits.ts';
import type { TwilioApi } from './api.ts';

/** A redirect to the files' own host follows, which gets no credentials and signs its addresses itself. */
const REDIRECTS = 3;

export async function readMedia(
  api: TwilioApi,
  media: MediaItem,
  signal: AbortSignal,
): Promise<{ bytes: Buffer; contentType: string }> {
  const { headers, body } = await askCarrier(api.http, {
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

/** The credentials go to the vendor's own host alone, whatever address a message names. */
function mediaPath(api: TwilioApi, reference: string): string {
  const path = URL.parse(reference)?.pathname ?? '';
  if (path.startsWith(`/2010-04-01/Accounts/${api.accountSid}/Messages/`)) return path;
  throw new ProviderError('rejected', 'This is no address of an attachment in this account.');
}
