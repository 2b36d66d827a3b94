import { expect, test } from 'vitest';
import { noSpeechHints } from './campaign-warnings.ts';

const sandbox = { provider: 'sandbox' };
const sip = { provider: 'sip' };

test.each([
  [true, [sip], 1],
  [true, [sandbox, sip], 1],
  [true, [sandbox], 0],
  [true, [], 0],
  [false, [sip], 0],
] as const)('isDeaf %s with the numbers %j gives %i hints', (isDeaf, numbers, count) => {
  expect(noSpeechHints(isDeaf, numbers)).toHaveLength(count);
});
