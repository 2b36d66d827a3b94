import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { LANGUAGE_CODES } from '#contract/languages.ts';
import { PROVIDER_LOGIN_PROBLEMS } from '#contract/provider-logins.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { setCatalogue, t } from '../../lib/i18n/t.ts';
import { loginProblem, providerProblem } from './login-words.ts';

afterEach(() => setCatalogue({}));

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

describe('errors of a login with the identity provider', () => {
  test.each([
    ['busy', 'Too many attempts. Wait a minute, then try again.'],
    ['cancelled', 'The login with Example ID was canceled.'],
    ['expired', 'This login took too long or was started in another browser. Try again.'],
    [
      'failed',
      'The login with Example ID failed. Try again, or ask your administrator to check the server log.',
    ],
    ['no-account', 'You do not belong to any account. Ask for an invitation.'],
    ['unknown', 'Your email address does not belong to a member. Ask for an invitation.'],
    ['unverified', 'Example ID has not verified your email address. Verify it there, then try again.'],
  ])('explains %s', (problem, words) => {
    expect(providerProblem(problem, 'Example ID')).toBe(words);
  });

  test.each(['', 'constructor', '<b>', 'Failed'])(
    'explains the unknown problem %j as a general failure',
    (problem) => {
      expect(providerProblem(problem, 'Example ID')).toMatch(/^The login with Example ID failed/);
    },
  );

  test('says “identity provider” if the server no longer has one', () => {
    expect(providerProblem('cancelled', null)).toBe('The login with the identity provider was canceled.');
  });

  test.each(LANGUAGE_CODES.filter((language) => language !== 'en'))('are complete in %s', (language) => {
    const english = PROVIDER_LOGIN_PROBLEMS.map((problem) => providerProblem(problem, 'Example ID'));
    const file = new URL(`../../lib/i18n/catalogues/${language}.json`, import.meta.url);
    setCatalogue(JSON.parse(readFileSync(file, 'utf8')));
    const translated = PROVIDER_LOGIN_PROBLEMS.map((problem) => providerProblem(problem, 'Example ID'));
    expect(translated.filter((text) => english.includes(text) || /[{}]/.test(text))).toEqual([]);
    expect(translated.filter((text) => text.includes('Example ID'))).toHaveLength(3);
    expect(t('Log in with {provider}', { provider: 'Example ID' })).toContain('Example ID');
  });
});
