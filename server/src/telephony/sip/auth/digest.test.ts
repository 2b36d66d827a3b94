import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { manualClock } from '../../../../test/kit/clocks.ts';
import type { Header, SipRequest, SipResponse } from '../message/sip-message.ts';
import {
  challengeHeader,
  isValidAuthorization,
  readAuthorization,
  useAuthorization,
} from './check-authorization.ts';
import { Credentials, readChallenges } from './credentials.ts';
import { parseDigest } from './digest-fields.ts';
import { digestResponse } from './digest-response.ts';
import { Nonces } from './nonces.ts';

const login = { username: 'bob', password: 'zanzibar' };
const uri = 'sip:+40721000000@parley.example';

function refusal(status: number, ...headers: Header[]): SipResponse {
  return { kind: 'response', status, reason: '', headers, body: '' };
}

function invite(headers: readonly Header[], to = uri): SipRequest {
  return { kind: 'request', method: 'INVITE', uri: to, headers, body: '' };
}

test.each([
  // RFC 2617 3.5 and RFC 7616 3.9.1.
  [
    'MD5',
    '6629fae49393a05397450978507c4ef1',
    'testrealm@host.com',
    'dcd98b7102dd2f0e8b11d0f600bfb0c093',
    '0a4f113b',
    'Circle Of Life',
  ],
  [
    'SHA-256',
    '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1',
    'http-auth@example.org',
    '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v',
    'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
    'Circle of Life',
  ],
] as const)(
  '%s matches the example of the RFC',
  (algorithm, expected, realm, nonce, clientNonce, password) => {
    const quality = { nonceCount: '00000001', clientNonce };
    expect(
      digestResponse({
        algorithm,
        username: 'Mufasa',
        realm,
        password,
        nonce,
        method: 'GET',
        uri: '/dir/index.html',
        quality,
      }),
    ).toBe(expected);
  },
);

describe('digest credentials', () => {
  const clock = manualClock();
  const nonces = new Nonces(clock);
  const challenge = (isStale = false, algorithm = 'MD5'): Header => {
    const header = challengeHeader({ realm: 'parley', nonce: nonces.issue('192.0.2.1'), isStale });
    return { ...header, value: header.value.replace('algorithm=MD5', `algorithm=${algorithm}`) };
  };

  test.each(['MD5', 'SHA-256'])('are accepted by our own check for a challenge with %s', (algorithm) => {
    const credentials = new Credentials(login);
    expect(credentials.learn(refusal(401, challenge(false, algorithm)), true)).toBe(true);
    const [header] = credentials.headersFor('INVITE', uri);
    expect(header?.value).toContain(`algorithm=${algorithm}`);
    const authorization = readAuthorization(invite(header === undefined ? [] : [header]), 'parley');
    expect(authorization).not.toBeNull();
    if (authorization === null || header === undefined) return;
    expect(nonces.check(authorization.nonce)).toBe('valid');
    expect(isValidAuthorization(authorization, login.password, invite([header]))).toBe(true);
    expect(isValidAuthorization(authorization, 'another', invite([header]))).toBe(false);
    expect(
      isValidAuthorization(authorization, login.password, invite([header], 'sip:+40999@parley.example')),
    ).toBe(false);
    expect(isValidAuthorization(authorization, login.password, { ...invite([header]), method: 'BYE' })).toBe(
      false,
    );
    // A proxy may change the host on the way.
    expect(
      isValidAuthorization(authorization, login.password, invite([header], 'sip:+40721000000@10.0.0.1')),
    ).toBe(true);
    expect(useAuthorization(authorization, nonces)).toBe(true);
    expect(useAuthorization(authorization, nonces)).toBe(false);
  });

  test('increase the nonce count with each request', () => {
    const credentials = new Credentials(login);
    credentials.learn(refusal(407, challenge()), true);
    const counts = [1, 2, 3].map(() => credentials.headersFor('BYE', uri)[0]?.value.match(/nc=(\w+)/)?.[1]);
    expect(counts).toEqual(['00000001', '00000002', '00000003']);
  });

  test('are not retried after a rejection unless the nonce was stale', () => {
    const credentials = new Credentials(login);
    expect(credentials.learn(refusal(401, challenge()), true)).toBe(true);
    expect(credentials.learn(refusal(401, challenge(true)), false)).toBe(true);
    expect(credentials.learn(refusal(401, challenge()), false)).toBe(false);
  });

  test('are not retried without a password or a supported challenge', () => {
    expect(new Credentials(null).learn(refusal(401, challenge()), true)).toBe(false);
    const foreign = { name: 'www-authenticate', value: 'Digest realm="x", nonce="y", algorithm=SHA-512' };
    expect(new Credentials(login).learn(refusal(401, foreign), true)).toBe(false);
  });

  test('get separate headers for server and proxy', () => {
    const credentials = new Credentials(login);
    const value = 'Digest realm="a", nonce="1"';
    credentials.learn(refusal(401, { name: 'www-authenticate', value }), true);
    credentials.learn(refusal(407, { name: 'proxy-authenticate', value }), false);
    expect(credentials.headersFor('INVITE', uri).map(({ name }) => name)).toEqual([
      'authorization',
      'proxy-authorization',
    ]);
  });
});

test('uses the Authorization header for the realm if there are several', () => {
  const line = (realm: string, more = ''): Header => ({
    name: 'authorization',
    value: `Digest username="bob", realm="${realm}", nonce="n", uri="${uri}", response="00"${more}`,
  });
  const read = (...lines: Header[]) => readAuthorization(invite(lines), 'parley')?.realm;
  expect(read(line('exchange'), line('parley'))).toBe('parley');
  expect(read(line('parley'), line('exchange'))).toBe('parley');
  expect(read(line('exchange', ', algorithm=SHA-512-256'), line('parley'))).toBe('parley');
  expect(read(line('exchange'))).toBe('exchange');
  expect(read({ name: 'authorization', value: 'Basic Ym9iOnNlY3JldA==' }, line('parley'))).toBe('parley');
});

describe('nonces', () => {
  test('are valid for five minutes and stale afterwards', () => {
    const clock = manualClock();
    const nonces = new Nonces(clock);
    const nonce = nonces.issue('192.0.2.1');
    expect(nonces.check(nonce)).toBe('valid');
    clock.advance(5 * 60_000 + 1);
    expect(nonces.check(nonce)).toBe('stale');
  });

  test('of other servers or processes do not count as ours', () => {
    const clock = manualClock();
    const nonce = new Nonces(clock).issue('192.0.2.1');
    expect(new Nonces(clock).check(nonce)).toBe('foreign');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => new Nonces(clock).check(text) === 'foreign'),
    );
  });
});

test('challenges are parsed with and without qop; auth-int alone is ignored', () => {
  const read = (value: string) => readChallenges(refusal(401, { name: 'www-authenticate', value }));
  expect(read('digest REALM="a, \\"b\\"" , nonce="n",qop="auth-int,auth",opaque="o",stale=TRUE')).toEqual([
    {
      header: 'authorization',
      realm: 'a, "b"',
      nonce: 'n',
      algorithm: 'MD5',
      opaque: 'o',
      hasQop: true,
      isStale: true,
    },
  ]);
  expect(read('Digest realm="a", nonce="n"')).toMatchObject([{ hasQop: false, isStale: false }]);
  expect(read('Digest realm="a", nonce="n", qop="auth-int"')).toEqual([]);
  expect(read('Basic realm="a"')).toEqual([]);
});

test('parsing never throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
      parseDigest(`Digest ${text}`);
      const value = `Digest username="a", nonce="b", qop=auth, nc=00000001, cnonce="c", response="${text}", ${text}`;
      const request = invite([{ name: 'authorization', value }]);
      const authorization = readAuthorization(request, 'parley');
      if (authorization !== null) isValidAuthorization(authorization, 'secret', request);
    }),
    { numRuns: 1000 },
  );
});
