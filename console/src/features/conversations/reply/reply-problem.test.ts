import { expect, test } from 'vitest';
import { ApiError, describeError } from '../../../lib/api/api-error.ts';
import { replyProblem } from './reply-problem.ts';

const refusal = (status: number, error: string, retryAfterSeconds: number | null = null) =>
  new ApiError({ status, body: { error }, requestId: null, retryAfterSeconds });
const words = (error: unknown): string => describeError(replyProblem(error));

test('explains how to resolve errors that prevent a reply', () => {
  expect(words(refusal(404, 'Assistant not found.'))).toContain('Choose another assistant.');
  expect(words(refusal(429, 'Too many requests.', 20))).toContain('Try again in 20 seconds.');
  expect(words(refusal(429, 'Too many requests.', 1))).toContain('Try again in a second.');
  expect(words(refusal(429, 'Too many requests.'))).toContain('Try again in a minute.');
  const body = { error: 'Please try again.', error_code: 'AI_UNAVAILABLE' };
  expect(words(new ApiError({ status: 503, body, requestId: null }))).toMatch(
    /^Please try again\. .*not added twice\.$/,
  );
});

test('keeps other server errors', () => {
  expect(words(refusal(409, 'This message is being answered already.'))).toBe(
    'This message is being answered already.',
  );
  const broken = new ApiError({ status: 422, body: { errors: { message: ['No.'] } }, requestId: null });
  expect(replyProblem(broken)).toBe(broken);
  expect(replyProblem(null)).toBeNull();
});
