import { expect, test } from 'vitest';
import { parseTrustedProxies } from './config.ts';

test.each([
  ['off', 0],
  ['0', 0],
  ['False', 0],
  ['1', 1],
  ['2', 2],
  ['10.0.0.0/8', ['10.0.0.0/8']],
  ['10.0.0.0/8, 192.168.1.7', ['10.0.0.0/8', '192.168.1.7']],
  ['fd00::/8,::1', ['fd00::/8', '::1']],
])('parses %s', (text, value) => {
  expect(parseTrustedProxies(text)).toEqual({ value });
});

test.each([
  'on',
  'true',
  'yes',
  '-1',
  '1.5',
  '11',
  '10.0.0.0/33',
  '10.0.0',
  '300.1.1.1',
  'proxy',
  '1,2',
  '0.0.0.0/0',
  '::/0',
  '10.0.0.0/8,',
])('rejects %j with advice', (text) => {
  expect(parseTrustedProxies(text)).toEqual({ problem: expect.stringContaining('number of proxies') });
});
