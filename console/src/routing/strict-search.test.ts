import { expect, test } from 'vitest';
import { strictSearch } from './strict-search.ts';

test('removes invalid parameters and keeps valid ones', () => {
  const validate = strictSearch(({ tab }) => (tab === 'try' ? { tab } : {}));
  const addressed = { tab: 'nonsense', next: 'https://elsewhere.example/' };
  expect({ ...addressed, ...validate(addressed) }).toEqual({ tab: undefined, next: undefined });
  expect(validate({ tab: 'try' })).toEqual({ tab: 'try' });
});
