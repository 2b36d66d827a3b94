import { ApiError, describeError } from '../../lib/api/api-error.ts';

/** Why a login failed, and what to do; null: it is a matter of fields, which say it themselves. */
export function loginProblem(error: unknown): string | null {
  if (!(error instanceof ApiError)) return describeError(error);
  if (Object.keys(error.fields).length > 0) return null;
  if (error.status === 401) {
    return 'This e-mail and this password do not belong together. Check both, then try again.';
  }
  if (error.status === 429) {
    return `Too many attempts. ${waitWords(error.retryAfterSeconds)}, then try again.`;
  }
  return error.message;
}

function waitWords(seconds: number | null): string {
  if (seconds === null) return 'Wait a minute';
  return seconds > 90 ? `Wait ${Math.ceil(seconds / 60)} minutes` : `Wait ${seconds} seconds`;
}

/** A login that was right, after which the browser still has no session. */
export const NO_COOKIE =
  'The password is right, but this browser did not keep the session. Allow cookies for this address, and open the ' +
  'console by its https address where it has one.';
