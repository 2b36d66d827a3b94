import { expect, test } from 'vitest';
import { readReplaces } from './replaces.ts';

const read = (...values: string[]) =>
  readReplaces({
    kind: 'request',
    method: 'INVITE',
    uri: 'sip:parley@a',
    headers: values.map((value) => ({ name: 'replaces', value })),
    body: '',
  });

const dialog = { callId: '98asjd8@a', localTag: 'ours', remoteTag: 'theirs' };

test.each([
  ['98asjd8@a;to-tag=ours;from-tag=theirs', false],
  [' 98asjd8@a ; From-Tag=theirs ;to-tag=ours', false],
  ['98asjd8@a;to-tag=ours;from-tag=theirs;early-only', true],
])('Replaces: %s', (value, isEarlyOnly) => {
  expect(read(value)).toEqual({ ...dialog, isEarlyOnly });
});

test.each([
  [['98asjd8@a;to-tag=ours']],
  [['98asjd8@a;from-tag=theirs;to-tag']],
  [[';to-tag=ours;from-tag=theirs']],
  [['']],
  [['98asjd8@a;to-tag=ours;from-tag=theirs', '1@a;to-tag=ours;from-tag=theirs']],
])('Replaces is malformed: %j', (values) => {
  expect(read(...values)).toBe('malformed');
});

test('an INVITE without Replaces replaces nothing', () => {
  expect(read()).toBeNull();
});
