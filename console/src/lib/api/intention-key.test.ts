import { expect, test } from 'vitest';
import { answerCame, intentionKeys } from './intention-key.ts';

test('keeps the key for retries and changes it for another request', () => {
  const keyOf = intentionKeys();
  const first = keyOf({ to: '1' });
  expect(keyOf({ to: '1' })).toBe(first);
  const second = keyOf({ to: '2' });
  expect(second).not.toBe(first);
  expect(keyOf({ to: '1' })).not.toBe(first);
});

test.each([
  [201, 'another'],
  [402, 'another'],
  [422, 'another'],
  [401, 'the same'],
  [409, 'the same'],
  [429, 'the same'],
  [503, 'the same'],
])('after status %i, the same request has %s key', (status, name) => {
  const keyOf = intentionKeys();
  const first = keyOf({ to: '1' });
  answerCame(first, status);
  expect(keyOf({ to: '1' }) === first ? 'the same' : 'another').toBe(name);
});
