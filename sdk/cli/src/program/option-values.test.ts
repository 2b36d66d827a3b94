import { expect, test } from 'vitest';
import { UsageError } from '../terminal/failures.ts';
import { pairs } from './option-values.ts';

test.each([
  [['name=Ada', 'guests=4', 'vip=true', 'note=a=b'], { name: 'Ada', guests: 4, vip: true, note: 'a=b' }],
  [['list=["a"]', 'empty='], { list: ['a'], empty: '' }],
])('%j are fields', (texts, fields) => expect(pairs(texts, '--set')).toEqual(fields));

test('a field without a value is a usage error', () => {
  expect(() => pairs(['name'], '--set')).toThrow(UsageError);
});
