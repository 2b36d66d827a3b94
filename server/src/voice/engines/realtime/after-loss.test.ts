import { expect, test } from 'vitest';
import { ProviderError, type ProviderErrorCode } from '../../../providers/interfaces/provider-error.ts';
import { type AfterLoss, afterLoss } from './after-loss.ts';

const ALONE = { isAlone: true, hasNext: false };
const FIRST = { isAlone: false, hasNext: true };
const LAST = { isAlone: false, hasNext: false };

test.each<[string, ProviderErrorCode, { hasServed: boolean; losses: number }, AfterLoss[]]>([
  // Alone, first of several, last of several.
  ['broke once', 'unavailable', { hasServed: true, losses: 1 }, ['reopen', 'reopen', 'reopen']],
  ['broke twice', 'unavailable', { hasServed: true, losses: 2 }, ['reopen', 'replace', 'give-up']],
  ['broke three times', 'unavailable', { hasServed: true, losses: 3 }, ['give-up', 'replace', 'give-up']],
  ['fell mute', 'timeout', { hasServed: true, losses: 1 }, ['reopen', 'reopen', 'reopen']],
  [
    'fell mute, and was lost again',
    'timeout',
    { hasServed: true, losses: 2 },
    ['reopen', 'replace', 'give-up'],
  ],
  [
    'was never reached, or never spoke',
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
  ['has too many calls', 'rate-limited', { hasServed: false, losses: 1 }, ['reopen', 'reopen', 'reopen']],
  ['refuses the key', 'rejected', { hasServed: false, losses: 1 }, ['give-up', 'replace', 'give-up']],
  ['has no quota left', 'rejected', { hasServed: true, losses: 1 }, ['give-up', 'replace', 'give-up']],
  ['makes no sense', 'malformed', { hasServed: true, losses: 1 }, ['give-up', 'replace', 'give-up']],
])('a model that %s', (_, code, loss, expected) => {
  const error = new ProviderError(code, 'Why.');
  const found = [ALONE, FIRST, LAST].map((place) => afterLoss({ error, ...loss, ...place }));
  expect(found).toEqual(expected);
});
