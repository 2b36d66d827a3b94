import type { ProviderLoginProblem } from '#contract/provider-logins.ts';
import { ApiError, describeError } from '../../lib/api/api-error.ts';
import { t } from '../../lib/i18n/t.ts';

/** Why a login failed and what to do; null if the fields show the error. */
export function loginProblem(error: unknown): string | null {
  if (!(error instanceof ApiError)) return describeError(error);
  if (Object.keys(error.fields).length > 0) return null;
  if (error.status === 401) {
    return t('Wrong email or password.');
  }
  if (error.status === 429) {
    return tooMany(error.retryAfterSeconds);
  }
  return error.message;
}

function tooMany(seconds: number | null): string {
  if (seconds === null) return t('Too many attempts. Wait a minute, then try again.');
  return seconds > 90
    ? t('{minutes, plural, other {Too many attempts. Wait # minutes, then try again.}}', {
        minutes: Math.ceil(seconds / 60),
      })
    : t(
        '{seconds, plural, one {Too many attempts. Wait # second, then try again.} other {Too many attempts. Wait # seconds, then try again.}}',
        { seconds },
      );
}

/** Shown when the credentials were accepted but the browser stored no session cookie. */
export const NO_COOKIE = t(
  'Your password is correct, but this browser blocked the session cookie. Allow cookies for this address, or open the console over HTTPS.',
);

/** Why a login with the identity provider failed and what to do. @param problem from the URL; unknown ones are general failures */
export function providerProblem(problem: string, provider: string | null): string {
  const name = provider ?? t('the identity provider');
  const known: Readonly<Record<ProviderLoginProblem, string>> = {
    busy: t('Too many attempts. Wait a minute, then try again.'),
    cancelled: t('The login with {name} was canceled.', { name }),
    expired: t('This login took too long or was started in another browser. Try again.'),
    failed: t('The login with {name} failed. Try again, or ask your administrator to check the server log.', {
      name,
    }),
    'no-account': t('You do not belong to any account. Ask for an invitation.'),
    unknown: t('Your email address does not belong to a member. Ask for an invitation.'),
    unverified: t('{name} has not verified your email address. Verify it there, then try again.', { name }),
  };
  const found = Object.entries(known).find(([code]) => code === problem);
  return found?.[1] ?? known.failed;
}
