import { ApiError, describeError } from '../../lib/api/api-error.ts';

/** Why a login failed and what to do; null if the fields show the error. */
export function loginProblem(error: unknown): string | null {
  if (!(error instanceof ApiError)) return describeError(error);
  if (Object.keys(error.fields).length > 0) return null;
  if (error.status === 401) {
    return 'Wrong email or password.';
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

/** Shown when the credentials were accepted but the browser stored no session cookie. */
export const NO_COOKIE =
  'Your password is correct, but this browser blocked the session cookie. Allow cookies for this address, or open the ' +
  'console over HTTPS.';
