import { expect, test } from 'vitest';
import { readNotification } from './notification.ts';

test.each([
  ['7 calls', { userId: 7, topic: 'calls' }],
  ['7 api_keys', { userId: 7, topic: 'api_keys' }],
  ['calls', null],
  ['7', null],
  ['x calls', null],
  ['7 Calls; drop', null],
  ['', null],
])('parses the payload %j', (payload, expected) => {
  expect(readNotification(payload)).toEqual(expected);
});
