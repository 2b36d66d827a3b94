import { ApiError } from '../../../lib/api/api-error.ts';

/** Replaces server errors that don't say what to do; others pass through. */
export function replyProblem(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  if (error.status === 404) return new Error('This assistant was deleted. Choose another assistant.');
  if (error.status === 429) {
    return new Error(
      `Too many messages. Try again ${waitWords(error.retryAfterSeconds)}. Your message is kept.`,
    );
  }
  if (error.body['error_code'] !== 'AI_UNAVAILABLE') return error;
  return new Error(`${error.message} Your message is already in the conversation and is not added twice.`);
}

function waitWords(seconds: number | null): string {
  if (seconds === null) return 'in a minute';
  return seconds === 1 ? 'in a second' : `in ${seconds} seconds`;
}
