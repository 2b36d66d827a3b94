import { ApiError } from '../../../lib/api/api-error.ts';
import { t } from '../../../lib/i18n/t.ts';

/** Replaces server errors that don't say what to do; others pass through. */
export function replyProblem(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  if (error.status === 404) return new Error(t('This assistant was deleted. Choose another assistant.'));
  if (error.status === 429) {
    return new Error(tooMany(error.retryAfterSeconds));
  }
  if (error.body['error_code'] !== 'AI_UNAVAILABLE') return error;
  return new Error(
    t('{message} Your message is already in the conversation and is not added twice.', {
      message: error.message,
    }),
  );
}

function tooMany(seconds: number | null): string {
  if (seconds === null) return t('Too many messages. Try again in a minute. Your message is kept.');
  return t(
    '{seconds, plural, one {Too many messages. Try again in a second. Your message is kept.} other {Too many messages. Try again in # seconds. Your message is kept.}}',
    { seconds },
  );
}
