import { ApiError } from '../../../lib/api/api-error.ts';
import { t } from '../../../lib/i18n/t.ts';

/** Replaces server errors that don't say what to do; others pass through. */
export function replyProblem(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  if (error.status === 404) return new Error(t('This assistant was deleted. Choose another assistant.'));
  if (error.status === 429) {
    return new Error(
      t('Too many messages. Try again {wait}. Your message is kept.', {
        wait: waitWords(error.retryAfterSeconds),
      }),
    );
  }
  if (error.body['error_code'] !== 'AI_UNAVAILABLE') return error;
  return new Error(
    t('{message} Your message is already in the conversation and is not added twice.', {
      message: error.message,
    }),
  );
}

function waitWords(seconds: number | null): string {
  if (seconds === null) return 'in a minute';
  return t('{count, plural, one {in a second} other {in # seconds}}', { count: seconds });
}
