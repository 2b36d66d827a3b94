import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { manualClock } from '../../../../test/kit/clocks.ts';
import type { Header, SipRequest, SipResponse } from '../message/sip-message.ts';
import { readChallenges } from './challenge.ts';
import { isRightProof, readProof, useProof } from './check-proof.ts';
import { Credentials } from './credentials.ts';
import { parseDigest } from './digest-fields.ts';
import { digestResponse } from './digest-response.ts';
import { challengeHeader } from './make-challenge.ts';
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
] as const)('%s gives the RFC’s own example', (algorithm, expected, realm, nonce, clientNonce, password) => {
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
});

describe('what we prove convinces a server that challenges as we do', () => {
  const clock = manualClock();
  const nonces = new Nonces(clock);
  const challenge = (isStale = false, algorithm = 'MD5'): Header => {
    const header = challengeHeader({ realm: 'parley', nonce: nonces.issue('192.0.2.1'), isStale });
    return { ...header, value: header.value.replace('algorithm=MD5', `algorithm=${algorithm}`) };
  };

  test.each(['MD5', 'SHA-256'])('a challenge by %s', (algorithm) => {
    const credentials = new Credentials(login);
    expect(credentials.learn(refusal(401, challenge(false, algorithm)), true)).toBe(true);
    const [header] = credentials.headersFor('INVITE', uri);
    expect(header?.value).toContain(`algorithm=${algorithm}`);
    const proof = readProof(invite(header === undefined ? [] : [header]), 'parley');
    expect(proof).not.toBeNull();
    if (proof === null || header === undefined) return;
    expect(nonces.check(proof.nonce)).toBe('valid');
    expect(isRightProof(proof, login.password, invite([header]))).toBe(true);
    expect(isRightProof(proof, 'another', invite([header]))).toBe(false);
    expect(isRightProof(proof, login.password, invite([header], 'sip:+40999@parley.example'))).toBe(false);
    expect(isRightProof(proof, login.password, { ...invite([header]), method: 'BYE' })).toBe(false);
    // A proxy may change the host on the way.
    expect(isRightProof(proof, login.password, invite([header], 'sip:+40721000000@10.0.0.1'))).toBe(true);
    expect(useProof(proof, nonces)).toBe(true);
    expect(useProof(proof, nonces)).toBe(false);
  });

  test('the same nonce counts up', () => {
    const credentials = new Credentials(login);
    credentials.learn(refusal(407, challenge()), true);
    const counts = [1, 2, 3].map(() => credentials.headersFor('BYE', uri)[0]?.value.match(/nc=(\w+)/)?.[1]);
    expect(counts).toEqual(['00000001', '00000002', '00000003']);
  });

  test('a refusal of what we proved is final, unless only the nonce was too old', () => {
    const credentials = new Credentials(login);
    expect(credentials.learn(refusal(401, challenge()), true)).toBe(true);
    expect(credentials.learn(refusal(401, challenge(true)), false)).toBe(true);
    expect(credentials.learn(refusal(401, challenge()), false)).toBe(false);
  });

  test('without a password, or without a challenge that we can answer, there is no second try', () => {
    expect(new Credentials(null).learn(refusal(401, challenge()), true)).toBe(false);
    const foreign = { name: 'www-authenticate', value: 'Digest realm="x", nonce="y", algorithm=SHA-512' };
    expect(new Credentials(login).learn(refusal(401, foreign), true)).toBe(false);
  });

  test('server and proxy are proved to each by its own header', () => {
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

test('of several proofs the one for the realm counts, wherever it stands', () => {
  const line = (realm: string, more = ''): Header => ({
    name: 'authorization',
    value: `Digest username="bob", realm="${realm}", nonce="n", uri="${uri}", response="00"${more}`,
  });
  const read = (...lines: Header[]) => readProof(invite(lines), 'parley')?.realm;
  expect(read(line('exchange'), line('parley'))).toBe('parley');
  expect(read(line('parley'), line('exchange'))).toBe('parley');
  expect(read(line('exchange', ', algorithm=SHA-512-256'), line('parley'))).toBe('parley');
  expect(read(line('exchange'))).toBe('exchange');
  expect(read({ name: 'authorization', value: 'Basic Ym9iOnNlY3JldA==' }, line('parley'))).toBe('parley');
});

describe('nonces', () => {
  test('ours are valid for five minutes, and stale later', () => {
    const clock = manualClock();
    const nonces = new Nonces(clock);
    const nonce = nonces.issue('192.0.2.1');
    expect(nonces.check(nonce)).toBe('valid');
    clock.advance(5 * 60_000 + 1);
    expect(nonces.check(nonce)).toBe('stale');
  });

  test('others are foreign, also those of another process', () => {
    const clock = manualClock();
    const nonce = new Nonces(clock).issue('192.0.2.1');
    expect(new Nonces(clock).check(nonce)).toBe('foreign');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => new Nonces(clock).check(text) === 'foreign'),
    );
  });
});

test('challenges are read with and without quality; those for bodies alone are left out', () => {
  const read = (value: string) => readChallenges(refusal(401, { name: 'www-authenticate', value }));
  expect(read('digest REALM="a, \\"b\\"" , nonce="n",qop="auth-int,auth",opaque="o",stale=TRUE')).toEqual([
    {
      header: 'authorization',
      realm: 'a, "b"',
      nonce: 'n',
      algorithm: 'MD5',
      opaque: 'o',
      hasQuality: true,
      isStale: true,
    },
  ]);
  expect(read('Digest realm="a", nonce="n"')).toMatchObject([{ hasQuality: false, isStale: false }]);
  expect(read('Digest realm="a", nonce="n", qop="auth-int"')).toEqual([]);
  expect(read('Basic realm="a"')).toEqual([]);
});

test('nothing throws, whatever arrives', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
      parseDigest(`Digest ${text}`);
      const value = `Digest username="a", nonce="b", qop=auth, nc=00000001, cnonce="c", response="${text}", ${text}`;
      const request = invite([{ name: 'authorization', value }]);
      const proof = readProof(request, 'parley');
      if (proof !== null) isRightProof(proof, 'secret', request);
    }),
    { numRuns: 1000 },
  );
});
