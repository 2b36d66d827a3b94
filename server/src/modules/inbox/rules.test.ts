import { expect, test } from 'vitest';
import { changedTags } from './rules.ts';

const twenty = Array.from({ length: 20 }, (_, index) => `t${index}`);

test.each([
  [['a'], 'add_tags', ['B', ' b '], ['a', 'B'], 'changed'],
  [['a'], 'add_tags', ['A'], ['a'], 'unchanged'],
  [['a', 'b'], 'remove_tags', ['B'], ['a'], 'changed'],
  [['a'], 'remove_tags', ['b'], ['a'], 'unchanged'],
  [twenty, 'add_tags', ['more'], twenty, 'too_many_tags'],
  [twenty, 'add_tags', ['T3'], [...twenty].sort(), 'unchanged'],
] as const)('%j, %s %j', (before, action, tags, after, outcome) => {
  expect(changedTags(before, { action, tags })).toEqual({ tags: after, outcome });
});
