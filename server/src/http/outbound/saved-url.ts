import type { FieldErrors } from '#contract/validation.ts';
import type { OutboundClient } from './outbound-request.ts';

/**
 * The error of a new URL with a private address. An unchanged stored URL is accepted.
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
