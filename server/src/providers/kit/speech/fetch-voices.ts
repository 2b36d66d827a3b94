import type { Clock } from '../../../core/clock.ts';
import { ProviderError } from '../../interfaces/provider-error.ts';
import { parseJsonObject } from '../json-parts.ts';
import { readText, type VendorHttp } from '../vendor-http.ts';

/** The server's start must not wait longer for a vendor. */
const TIMEOUT_MS = 3_000;
const MAX_ANSWER_BYTES = 8 * 2 ** 20;

export interface VoicesRequest {
  vendor: string;
  url: string;
  headers: Record<string, string>;
  http: VendorHttp;
  clock: Clock;
}

/** A vendor's list of voices; null without a response within three seconds. */
export async function fetchVoices(request: VoicesRequest): Promise<Record<string, unknown> | null> {
  const { vendor, url, headers, http, clock } = request;
  const [late, done] = [new AbortController(), new AbortController()];
  clock.sleep(TIMEOUT_MS, done.signal).then(
    () => late.abort(new ProviderError('timeout', `${vendor} did not answer in time.`)),
    () => undefined,
  );
  try {
    const answer = await http.send({ vendor, method: 'GET', url, headers, signal: late.signal });
    return parseJsonObject(await readText(answer, MAX_ANSWER_BYTES));
  } catch (error) {
    if (error instanceof ProviderError) return null;
    throw error;
  } finally {
    done.abort();
  }
}
