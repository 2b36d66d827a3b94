import { ProviderError } from '../providers/interfaces/provider-error.ts';

/** Why a provider failed, and what to do: the end of a sentence, and one more. */
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
      return 'Check the key, the base URL (it usually ends with /v1) and the name of the model or the voice.';
    case 'rate-limited':
      return 'Wait, or raise the limit or the credit at the vendor.';
    case 'timeout':
    case 'unavailable':
    case 'aborted':
      return 'Check that the endpoint runs and can be reached from here.';
    case 'malformed':
      return 'Check that the base URL is the root of an API of this kind (it usually ends with /v1).';
  }
}
