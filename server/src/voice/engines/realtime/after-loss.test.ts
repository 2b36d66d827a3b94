import { expect, test } from 'vitest';
import { ProviderError, type ProviderErrorCode } from '../../../providers/interfaces/provider-error.ts';
import { type AfterLoss, afterLoss } from './after-loss.ts';

const ALONE = { hasNoFallback: true, hasNext: false };
const FIRST = { hasNoFallback: false, hasNext: true };
const LAST = { hasNoFallback: false, hasNext: false };

test.each<
  [string, ProviderErrorCode, { hasServed: boolean; isRetried?: boolean; losses: number }, AfterLoss[]]
>([
  // Expected results for the only model, the first of several, and the last of several.
  ['was lost once', 'unavailable', { hasServed: true, losses: 1 }, ['reopen', 'reopen', 'reopen']],
  ['was lost twice', 'unavailable', { hasServed: true, losses: 2 }, ['reopen', 'replace', 'give-up']],
  ['was lost three times', 'unavailable', { hasServed: true, losses: 3 }, ['give-up', 'replace', 'give-up']],
  ['stopped responding', 'timeout', { hasServed: true, losses: 1 }, ['reopen', 'reopen', 'reopen']],
  [
    'stopped responding, and was lost again',
    'timeout',
    { hasServed: true, losses: 2 },
    ['reopen', 'replace', 'give-up'],
  ],
  [
    'never connected or never responded',
    'timeout',
    { hasServed: false, losses: 1 },
    ['reopen', 'replace', 'give-up'],
  ],
  [
    'was refused a connection',
    'unavailable',
    { hasServed: false, losses: 1 },
    ['reopen', 'reopen', 'reopen'],
  ],
  [
    'failed a request and its retries',
    'unavailable',
    { hasServed: true, isRetried: true, losses: 1 },
    ['reopen', 'replace', 'give-up'],
  ],
  ['is rate limited', 'rate-limited', { hasServed: false, losses: 1 }, ['reopen', 'reopen', 'reopen']],
  ['rejects the API key', 'rejected', { hasServed: false, losses: 1 }, ['give-up', 'replace', 'give-up']],
  ['has no quota left', 'rejected', { hasServed: true, losses: 1 }, ['give-up', 'replace', 'give-up']],
  ['sends malformed data', 'malformed', { hasServed: true, losses: 1 }, ['give-up', 'replace', 'give-up']],
])('decides how to continue when the model %s', (_, code, loss, expected) => {
  const error = new ProviderError(code, 'Why.');
  const found = [ALONE, FIRST, LAST].map((place) =>
    afterLoss({ error, isRetried: false, ...loss, ...place }),
  );
  expect(found).toEqual(expected);
});
