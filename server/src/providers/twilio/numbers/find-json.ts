import type { CarrierHttp } from '../../interfaces/messaging-carrier.ts';
import { askCarrierForJson } from '../../kit/ask-carrier.ts';
import { CARRIER_ANSWER_BYTES, CARRIER_TIMEOUT_MS } from '../../kit/carrier-limits.ts';
import type { TwilioApi } from '../api.ts';

/** What the vendor says of a path; null where it knows none. Throws a `ProviderError` for anything but a JSON object. */
export async function findJson(
  api: TwilioApi,
  path: string,
  signal: AbortSignal,
): Promise<Record<string, unknown> | null> {
  let isMissing = false;
  const http: CarrierHttp = async (request) => {
    const answer = await api.http(request);
    isMissing = answer.kind === 'response' && answer.status === 404;
    return answer;
  };
  try {
    return await askCarrierForJson(http, {
      method: 'GET',
      url: api.url('api', path),
      headers: api.headers,
      timeoutMs: CARRIER_TIMEOUT_MS,
      maxResponseBytes: CARRIER_ANSWER_BYTES,
      signal,
    });
  } catch (error) {
    if (isMissing) return null;
    throw error;
  }
}
