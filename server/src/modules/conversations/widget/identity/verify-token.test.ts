import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { verifyToken } from './verify-token.ts';

const ASSISTANT = '0b6d0000-0000-4000-8000-000000000000';
const NOW = new Date('2026-12-01T10:00:00Z');
const SECONDS = NOW.getTime() / 1000;
const SECRET = 'a secret of the assistant';

const coded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function signed(claims: object, { alg = 'HS256', secret = SECRET, hash = 'sha256' } = {}): string {
  const content = `${coded({ alg, typ: 'JWT' })}.${coded(claims)}`;
  return `${content}.${createHmac(hash, secret).update(content).digest('base64url')}`;
}

const CLAIMS = { sub: 'ana', aud: ASSISTANT, exp: SECONDS + 300 };
const verify = (token: string) => verifyToken(token, { secret: SECRET, audience: ASSISTANT, now: NOW });

test('reads the user of a valid token', () => {
  const about = { name: 'Ana', email: 'ana@example.com', phone: '+40721234567' };
  expect(verify(signed({ ...CLAIMS, ...about, admin: true }))).toEqual({
    user: { user_id: 'ana', ...about },
    expiresAt: new Date('2026-12-01T10:05:00Z'),
  });
  expect(verify(signed({ ...CLAIMS, aud: ['other', ASSISTANT.toUpperCase()], name: 5 }))).toEqual({
    user: { user_id: 'ana', name: null, email: null, phone: null },
    expiresAt: new Date('2026-12-01T10:05:00Z'),
  });
});

const unsigned = `${coded({ alg: 'none' })}.${coded(CLAIMS)}.`;
const [head = '', , signature = ''] = signed(CLAIMS).split('.');

test.each([
  ['without a signature and alg none', unsigned, 'algorithm'],
  ['with alg none and a valid signature', signed(CLAIMS, { alg: 'none' }), 'algorithm'],
  ['with another algorithm', signed(CLAIMS, { alg: 'HS512', hash: 'sha512' }), 'algorithm'],
  ['with a critical extension', `${coded({ alg: 'HS256', crit: ['x'] })}.${coded(CLAIMS)}.x`, 'algorithm'],
  ['with the secret of another account', signed(CLAIMS, { secret: 'another' }), 'not signed'],
  ['with changed claims', `${head}.${coded({ ...CLAIMS, sub: 'bob' })}.${signature}`, 'not signed'],
  ['with padding after its signature', `${signed(CLAIMS)}=`, 'not signed'],
  ['with another spelling of its signature', `${signed(CLAIMS)}%`, 'not signed'],
  ['without its signature', `${head}.${coded(CLAIMS)}.`, 'not signed'],
  ['for another assistant', signed({ ...CLAIMS, aud: 'other' }), 'aud'],
  ['without an audience', signed({ sub: 'ana', exp: SECONDS + 300 }), 'must have'],
  ['without an expiry', signed({ sub: 'ana', aud: ASSISTANT }), 'must have'],
  ['without a user', signed({ ...CLAIMS, sub: '' }), 'must have'],
  ['that has expired', signed({ ...CLAIMS, exp: SECONDS }), 'expired'],
  ['that is valid for too long', signed({ ...CLAIMS, exp: SECONDS + 86_400 }), 'hour'],
  ['that is not valid yet', signed({ ...CLAIMS, nbf: SECONDS + 120 }), 'not valid yet'],
  ['of two parts', 'a.b', 'JSON Web Token'],
  ['of garbage', '%.%.%', 'algorithm'],
  ['that is too long', signed({ ...CLAIMS, name: 'x'.repeat(5000) }), 'JSON Web Token'],
])('refuses a token %s', (_title, token, problem) => {
  expect(verify(token)).toEqual({ problem: expect.stringContaining(problem) });
});
