import type { FieldErrors } from '#contract/validation.ts';
import type { OutboundClient } from './outbound-request.ts';

/**
 * Errors for a new URL to which no request could ever be sent. The stored URL may be written back.
 * @param url null or undefined if the request sets none
 */
export function savedUrlErrors(
  outbound: Pick<OutboundClient, 'addressProblem'>,
  field: string,
  { url, stored }: { url: string | null | undefined; stored: string | null },
): FieldErrors {
  const problem = url == null || url === stored ? null : outbound.addressProblem(url);
  if (problem === null) return {};
  return {
    [field]: [`${problem} The operator of this server can allow it with PARLEY_ALLOW_PRIVATE_CIDRS.`],
  };
}
