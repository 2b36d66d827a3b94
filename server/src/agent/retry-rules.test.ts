import { expect, test } from 'vitest';
import { ProviderError, VendorCause } from '../providers/interfaces/provider-error.ts';
import { retryWaitMs } from './ask-model.ts';

const LIMITS = { retries: 2, retryWaitMs: 20_000, firstEventMs: 8_000 };

const failed = (overrides: Partial<Parameters<typeof retryWaitMs>[0]> = {}) => ({
  error: new ProviderError('unavailable', 'No.'),
  retries: 0,
  hasBegun: false,
  tookMs: 100,
  leftMs: 90_000,
  hasFallback: false,
  limits: LIMITS,
  random: 0.5,
  ...overrides,
});
const error = (code: ProviderError['code'], retryAfterMs: number | null = null) =>
  new ProviderError(code, 'No.', new VendorCause('No.', retryAfterMs));

test.each([
  ['waits briefly', {}, 300],
  ['waits longer the second time', { retries: 1 }, 1_000],
  ['applies jitter', { random: 0 }, 150],
  ['applies upward jitter', { random: 1 }, 450],
  ['gives up after two retries', { retries: 2 }, null],
  ['does not retry if no retries are allowed', { limits: { ...LIMITS, retries: 0 } }, null],
  ['waits as long as the vendor requests', { error: error('rate-limited', 1_000), random: 0 }, 1_000],
  ['never retries before the vendor’s delay', { error: error('rate-limited', 1_000), random: 1 }, 1_100],
  [
    'gives up if the vendor requests a delay that is too long',
    { error: error('rate-limited', 60_000) },
    null,
  ],
  ['prefers a fallback to a long wait', { error: error('rate-limited', 5_000), hasFallback: true }, null],
  ['retries a model with a fallback after a short delay', { hasFallback: true }, 300],
  ['never waits beyond the turn’s time limit', { leftMs: 300 }, null],
  ['retries after a gateway timeout', { error: error('timeout') }, 300],
  [
    'does not retry a model that was silent until the time limit',
    { error: error('timeout'), tookMs: 8_000 },
    null,
  ],
  [
    'retries a model that stalled after it had begun',
    { error: error('timeout'), hasBegun: true, tookMs: 9_000 },
    300,
  ],
  ['retries after a malformed answer', { error: error('malformed') }, 300],
  ['does not retry a rejected request', { error: error('rejected') }, null],
  ['does not retry after an abort', { error: error('aborted') }, null],
] as const)('%s', (_name, overrides, waitMs) => {
  expect(retryWaitMs(failed(overrides))).toBe(waitMs);
});
