import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import { loginProblem } from './login-words.ts';

const refusal = (status: number, body: Record<string, unknown>, retryAfterSeconds: number | null = null) =>
  new ApiError({ status, body, requestId: null, retryAfterSeconds });

test.each([
  [refusal(401, { message: 'These credentials do not match our records.' }), /^Wrong email or password/],
  [refusal(429, { message: 'Too Many Attempts.' }, 42), /^Too many attempts. Wait 42 seconds, then/],
  [refusal(429, {}, 91), /Wait 2 minutes/],
  [refusal(429, {}), /Wait a minute/],
  [refusal(503, { message: 'Too busy.' }), /^Too busy.$/],
  [refusal(0, {}), /can’t be reached/],
  [new Error('Broken.'), /^Broken.$/],
])('%s is explained as %s', (error, words) => {
  expect(loginProblem(error)).toMatch(words);
});

test('returns null for errors that a field shows', () => {
  expect(loginProblem(refusal(422, { message: 'x', errors: { email: ['x'] } }))).toBeNull();
});
