import type { ProviderLoginProblem } from '#contract/provider-logins.ts';
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

/** Why a login with the identity provider failed and what to do. @param problem from the URL; unknown ones are general failures */
export function providerProblem(problem: string, provider: string | null): string {
  const name = provider ?? 'the identity provider';
  const known: Readonly<Record<ProviderLoginProblem, string>> = {
    busy: 'Too many attempts. Wait a minute, then try again.',
    cancelled: `The login with ${name} was cancelled.`,
    expired: 'This login took too long or was started in another browser. Try again.',
    failed: `The login with ${name} failed. Try again, or ask your administrator to check the server log.`,
    'no-account': 'You do not belong to any account. Ask for an invitation.',
    unknown: 'Your email address does not belong to a member. Ask for an invitation.',
    unverified: `${name} has not verified your email address. Verify it there, then try again.`,
  };
  const found = Object.entries(known).find(([code]) => code === problem);
  return found?.[1] ?? known.failed;
}
