import { ProviderError } from '../providers/interfaces/provider-error.ts';

/** The reason of the failure in parentheses, and a sentence with advice. */
export function providerFailure(error: unknown): string {
  return `(${describe(error)}). ${adviceFor(error)}`;
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function adviceFor(error: unknown): string {
  if (!(error instanceof ProviderError)) return 'Please report this.';
  switch (error.code) {
    case 'rejected':
      return 'Check the key, the base URL (it usually ends with /v1) and the name of the model or voice.';
    case 'rate-limited':
      return 'Wait, raise your limit, or add credit with the vendor.';
    case 'timeout':
    case 'unavailable':
    case 'aborted':
      return 'Check that the endpoint is running and reachable from here.';
    case 'malformed':
      return 'Check that the base URL is the root of a compatible API (it usually ends with /v1).';
  }
}
