import { expect, test } from 'vitest';
import { ProviderError, VendorCause } from '../providers/interfaces/provider-error.ts';
import { retryWaitMs } from './retry-rules.ts';

const LIMITS = { retries: 2, retryWaitMs: 20_000, firstEventMs: 8_000 };

const failed = (overrides: Partial<Parameters<typeof retryWaitMs>[0]> = {}) => ({
  error: new ProviderError('unavailable', 'No.'),
  retries: 0,
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
  ['waits a little', {}, 300],
  ['waits longer the second time', { retries: 1 }, 1_000],
  ['spreads waits', { random: 0 }, 150],
  ['spreads waits, upwards too', { random: 1 }, 450],
  ['gives up after two retries', { retries: 2 }, null],
  ['gives up where no retries are allowed', { limits: { ...LIMITS, retries: 0 } }, null],
  ['waits as long as the vendor asks', { error: error('rate-limited', 1_000), random: 0 }, 1_000],
  ['never asks sooner than the vendor wants', { error: error('rate-limited', 1_000), random: 1 }, 1_100],
  ['waits for no vendor that asks for too long', { error: error('rate-limited', 60_000) }, null],
  ['prefers a fallback to a long wait', { error: error('rate-limited', 5_000), hasFallback: true }, null],
  ['waits shortly for a model with a fallback', { hasFallback: true }, 300],
  ['never waits beyond the time of the turn', { leftMs: 300 }, null],
  ['asks a gateway that timed out again', { error: error('timeout') }, 300],
  [
    'does not retry a model that was silent until the limit',
    { error: error('timeout'), tookMs: 8_000 },
    null,
  ],
  ['asks again where the answer was garbled', { error: error('malformed') }, 300],
  ['repeats no request that was refused', { error: error('rejected') }, null],
  ['stops when it was aborted', { error: error('aborted') }, null],
] as const)('%s', (_name, overrides, waitMs) => {
  expect(retryWaitMs(failed(overrides))).toBe(waitMs);
});
