import { ApiError } from '../../../lib/api/api-error.ts';

/** Why there is no reply and what to do then; what the server says in such words already is left as it is. */
export function replyProblem(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  if (error.status === 404) return new Error('This assistant was deleted meanwhile. Choose another one.');
  if (error.status === 429) {
    return new Error(
      `These were many messages at once. Try again ${waitWords(error.retryAfterSeconds)}: nothing that you have written is lost.`,
    );
  }
  if (error.body['error_code'] !== 'AI_UNAVAILABLE') return error;
  return new Error(`${error.message} The message is in the conversation already, and is not added twice.`);
}

function waitWords(seconds: number | null): string {
  if (seconds === null) return 'in a minute';
  return seconds === 1 ? 'in a second' : `in ${seconds} seconds`;
}
