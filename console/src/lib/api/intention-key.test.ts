import { expect, test } from 'vitest';
import { intentionKeys } from './intention-key.ts';

test('a try again has the name of the first try, and another request another', () => {
  const keyOf = intentionKeys();
  const first = keyOf({ to: '1' });
  expect(keyOf({ to: '1' })).toBe(first);
  const second = keyOf({ to: '2' });
  expect(second).not.toBe(first);
  expect(keyOf({ to: '1' })).not.toBe(first);
});
