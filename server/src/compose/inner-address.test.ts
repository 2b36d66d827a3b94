import { expect, test } from 'vitest';
import { innerOrigin } from './inner-address.ts';

test.each([
  [{ innerUrl: 'http://10.0.0.7:3000', host: '0.0.0.0' }, 'http://10.0.0.7:3000'],
  [{ innerUrl: null, host: 'localhost' }, 'http://localhost:4711'],
  [{ innerUrl: null, host: '127.0.0.1' }, 'http://127.0.0.1:4711'],
  [{ innerUrl: null, host: '::1' }, 'http://[::1]:4711'],
])('%o is reached at %s', (config, origin) => {
  expect(innerOrigin(config, 4711)).toBe(origin);
});

test.each(['0.0.0.0', '::'])('publishes a network address when it listens on %s', (host) => {
  const { hostname, port } = new URL(innerOrigin({ innerUrl: null, host }, 4711));
  expect(port).toBe('4711');
  expect(['0.0.0.0', '[::]']).not.toContain(hostname);
});
