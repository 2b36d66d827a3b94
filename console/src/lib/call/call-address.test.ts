import { expect, test } from 'vitest';
import { callAddress } from './call-address.ts';

const PAGE = { host: 'localhost:3000', protocol: 'http:' };

test.each([
  ['wss://parley.example/api/calls/media/t', 'ws://localhost:3000/api/calls/media/t'],
  ['ws://10.0.0.2:4000/api/calls/media/t', 'ws://10.0.0.2:4000/api/calls/media/t'],
])('%s is opened at %s', (mediaUrl, address) => {
  expect(callAddress(mediaUrl, 'https://parley.example', PAGE)).toBe(address);
});

test('uses wss on a page over https', () => {
  const page = { host: 'parley.example', protocol: 'https:' };
  expect(callAddress('ws://127.0.0.1:3000/api/a', 'http://127.0.0.1:3000', page)).toBe(
    'wss://parley.example/api/a',
  );
});
