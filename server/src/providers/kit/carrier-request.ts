import type { CarrierHttp, CarrierHttpRequest, CarrierHttpResult } from '../interfaces/messaging-carrier.ts';
import { ProviderError, type ProviderErrorCode } from '../interfaces/provider-error.ts';
import { parseJsonObject } from './json-parts.ts';

type Response = Extract<CarrierHttpResult, { kind: 'response' }>;

/** `too-large` is not retryable. */
const FAILURES = { timeout: 'timeout', 'too-large': 'rejected', other: 'unavailable' } as const;

/** A read-only request to a carrier. Throws a `ProviderError` without a successful response. */
export async function fetchFromCarrier(http: CarrierHttp, request: CarrierHttpRequest): Promise<Response> {
  return successful(await http(request));
}

/** The response, if its status is 2xx. Throws a `ProviderError` otherwise. */
export function successful(answer: CarrierHttpResult): Response {
  if (answer.kind === 'failure') throw new ProviderError(FAILURES[answer.cause], answer.reason);
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw new ProviderError(codeOfStatus(answer.status), `The carrier responded with status ${answer.status}.`);
}

/** Like `fetchFromCarrier`; returns the JSON object of the response. */
export async function fetchCarrierJson(
  http: CarrierHttp,
  request: CarrierHttpRequest,
): Promise<Record<string, unknown>> {
  const { body } = await fetchFromCarrier(http, request);
  const json = parseJsonObject(body.toString());
  if (json === null) throw new ProviderError('malformed', "The carrier's response could not be read.");
  return json;
}

function codeOfStatus(status: number): ProviderErrorCode {
  if (status === 429) return 'rate-limited';
  if (status === 408 || status === 504) return 'timeout';
  return status >= 500 ? 'unavailable' : 'rejected';
}
