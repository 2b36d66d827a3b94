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
    return t('Too many attempts. {wait}, then try again.', { wait: waitWords(error.retryAfterSeconds) });
  }
  return error.message;
}

function waitWords(seconds: number | null): string {
  if (seconds === null) return t('Wait a minute');
  return seconds > 90
    ? t('Wait {ceil} minutes', { ceil: Math.ceil(seconds / 60) })
    : t('Wait {seconds} seconds', { seconds });
}

/** Shown when the credentials were accepted but the browser stored no session cookie. */
export const NO_COOKIE =
  t(
    'Your password is correct, but this browser blocked the session cookie. Allow cookies for this address, or open the ',
  ) + t('console over HTTPS.');
