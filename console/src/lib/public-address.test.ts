import { expect, test } from 'vitest';
import { atAddress, isOwnMachine, publicAddress } from './public-address.ts';

const HERE = 'http://parley.lan:3000';
const known = (public_origin: string, has_public_url: boolean) => ({ public_origin, has_public_url });

test.each([
  [known('http://localhost:3000', false), HERE],
  [known('http://0.0.0.0:3000', false), HERE],
  [known('https://parley.example', true), 'https://parley.example'],
  [undefined, HERE],
])('the public origin for %o is %s', (session, address) => {
  expect(publicAddress(session, HERE)).toBe(address);
});

test.each([
  ['http://localhost:3000', true],
  ['http://parley.localhost', true],
  ['http://127.0.0.1:3000', true],
  ['http://127.1.2.3', true],
  ['http://[::1]:3000', true],
  ['http://[::]:3000', true],
  ['http://0.0.0.0:3000', true],
  ['http://192.168.1.10:3000', false],
  ['http://parley.lan:3000', false],
  ['https://localhost.example', false],
  ['https://127.example', false],
])('%s is local: %s', (origin, isOwn) => {
  expect(isOwnMachine(origin)).toBe(isOwn);
});

test('keeps the path when the origin changes', () => {
  expect(atAddress('http://localhost:3000/api/hooks/a?b=c', HERE)).toBe(`${HERE}/api/hooks/a?b=c`);
});
