import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type LoopbackServer, startLoopbackServer } from '../../../test/kit/loopback-server.ts';
import { systemClock } from '../../core/clock.ts';
import { parseAddressRanges } from './address-rules.ts';
import { createOutboundClient } from './outbound-client.ts';
import type { OutboundClient, OutboundResult } from './outbound-request.ts';

const secret = 'canary-secret';
let canary: LoopbackServer;
/** The test's resolver; tests replace it. */
let answers: (hostname: string) => string[];
let guarded: OutboundClient;

beforeAll(async () => {
  canary = await startLoopbackServer((_request, response) => response.end(secret), '::');
  guarded = createOutboundClient({
    allowPrivate: [],
    clock: systemClock,
    resolve: async (name) => answers(name),
  });
});
afterAll(async () => {
  await guarded.close();
  await canary.close();
});
beforeEach(() => {
  answers = () => [];
});

function call(client: OutboundClient, url: string, redirects = 0): Promise<OutboundResult> {
  return client.request({ method: 'GET', url, timeoutMs: 5_000, maxResponseBytes: 10_000, redirects });
}

/** Hosts that resolve to this machine or its network. `PORT` is appended to each. */
const literalHosts = [
  '127.0.0.1',
  '127.0.0.1.',
  '127.0.1.1',
  '127.255.255.254',
  '127.1',
  '127.0.1',
  '2130706433',
  '2130706433.',
  '0x7f000001',
  '0x7F.0.0.1',
  '0x7f.0x0.0x0.0x1',
  '0x7f.1',
  '017700000001',
  '0177.0.0.1',
  '0177.0.0.01',
  '00000000177.0.0.1',
  '127.0x0.0.1',
  '%31%32%37.0.0.1',
  '127%2e0%2e0%2e1',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '127．0．0．1',
  '１２７.0.0.1',
  '0',
  '0.0.0.0',
  '0.0',
  '0x0',
  '00',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '[::FFFF:7F00:0001]',
  '[::ffff:0.0.0.0]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::127.0.0.1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[2001::80ff:fffe]',
  '[fe80::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fec0::1]',
  '[ff02::1]',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '0xA9FEA9FE',
  '2852039166',
  '[::ffff:a9fe:a9fe]',
  '168.63.129.16',
  '100.100.100.200',
  '224.0.0.1',
  '255.255.255.255',
  '240.0.0.1',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'app.localhost',
  'ip6-localhost',
  'metadata.google.internal',
];

/** Texts that are not plain URLs, or only look like public ones. */
const oddUrls = [
  'http://user@127.0.0.1:PORT/',
  'http://example.com@127.0.0.1:PORT/',
  'http://example.com:80@127.0.0.1:PORT/',
  'http://127.0.0.1:PORT#@example.com/',
  'http://127.0.0.1:PORT\\@example.com/',
  'http:\\\\127.0.0.1:PORT/',
  'http:/127.0.0.1:PORT/',
  'http:127.0.0.1:PORT/',
  'http:///127.0.0.1:PORT/',
  '\thttp://127.0.0.1:PORT/',
  'ht\ntp://127.0.0.1:PORT/',
  'http://127.0.0.1\t:PORT/',
  'HTTP://127.0.0.1:PORT/',
  'https://127.0.0.1:PORT/',
  'ftp://127.0.0.1:PORT/',
  'gopher://127.0.0.1:PORT/_GET%20/',
  'file:///etc/passwd',
  'unix:/var/run/docker.sock',
  'ws://127.0.0.1:PORT/',
  'dict://127.0.0.1:PORT/',
];

const payloads = [...literalHosts.map((host) => `http://${host}:PORT/`), ...oddUrls];

describe('the outbound client with a canary server', () => {
  it(`is tested with ${payloads.length} variants of forbidden URLs`, () => {
    expect(new Set(payloads).size).toBeGreaterThanOrEqual(60);
  });

  it.each(payloads)('refuses %j', async (payload) => {
    answers = () => ['127.0.0.1', '::1'];
    const result = await call(guarded, payload.replace('PORT', String(canary.port)));
    expect(result.kind).toBe('refused');
    expect(JSON.stringify(result)).not.toContain(secret);
    expect(canary.connections()).toBe(0);
  });

  it.each([
    ['127.0.0.1'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['0.0.0.0'],
    ['::'],
    ['169.254.169.254'],
    ['10.0.0.1', '::1'],
    ['fe80::1%lo'],
    ['64:ff9b::7f00:1'],
    ['127.1'],
  ])('refuses a name that resolves to %j', async (...addresses) => {
    answers = () => addresses;
    const result = await call(guarded, `http://rebound.example:${canary.port}/`);
    expect(result.kind).toBe('refused');
    expect(canary.connections()).toBe(0);
  });

  it('does not reveal the address that a name resolves to', async () => {
    answers = () => ['10.11.12.13'];
    expect(await call(guarded, 'http://intranet.example/')).toEqual({
      kind: 'refused',
      reason: "The host's address is not public (private).",
    });
  });

  it('reports a name without addresses as unreachable', async () => {
    const result = await call(guarded, 'http://nowhere.example/');
    expect(result).toEqual({ kind: 'unreachable', reason: 'The host name does not exist.' });
  });
});

describe('the outbound client with one allowed address', () => {
  const allowPrivate = parseAddressRanges('127.0.0.1').ranges;
  let site: LoopbackServer;
  let client: OutboundClient;
  let target = '';

  beforeAll(async () => {
    site = await startLoopbackServer((request, response) => {
      if (request.url?.startsWith('/to')) response.writeHead(302, { location: target }).end('hop');
      else response.setHeader('connection', 'close').end('open');
    });
    client = createOutboundClient({
      allowPrivate,
      clock: systemClock,
      resolve: async (name) => answers(name),
    });
  });
  afterAll(async () => {
    await client.close();
    await site.close();
  });

  it('allows the listed address as a literal and by name', async () => {
    answers = () => ['127.0.0.1'];
    for (const url of [`${site.origin}/`, `http://listed.example:${site.port}/`]) {
      expect(await call(client, url)).toMatchObject({
        kind: 'response',
        status: 200,
        body: Buffer.from('open'),
      });
    }
  });

  it('allows only the listed one of several addresses of a name', async () => {
    answers = () => ['10.0.0.1', '127.0.0.2', '127.0.0.1'];
    expect(await call(client, `http://both.example:${site.port}/`)).toMatchObject({ kind: 'response' });
  });

  it('resolves a name once per connection and connects to the checked address', async () => {
    let asked = 0;
    answers = () => {
      asked += 1;
      return asked === 1 ? ['127.0.0.1'] : ['127.0.0.2'];
    };
    const url = `http://flipping.example:${site.port}/`;
    expect(await call(client, url)).toMatchObject({ kind: 'response', body: Buffer.from('open') });
    expect(asked).toBe(1);
    expect((await call(client, url)).kind).toBe('refused');
    expect(asked).toBe(2);
    expect(canary.connections()).toBe(0);
  });

  it.each(['127.0.0.2', '[::1]', '[::ffff:127.0.0.2]', 'rebound.example', '169.254.169.254', 'localhost.'])(
    'does not follow a redirect to %s',
    async (host) => {
      answers = (name) => (name === 'rebound.example' ? ['127.0.0.2'] : ['::1']);
      target = `http://${host}:${canary.port}/`;
      const result = await call(client, `${site.origin}/to`, 5);
      expect(result.kind).toBe('refused');
      expect(JSON.stringify(result)).not.toContain(secret);
      expect(canary.connections()).toBe(0);
    },
  );

  it.each(['file:///etc/passwd', 'gopher://127.0.0.1/', 'http://user:password@127.0.0.1/'])(
    'does not follow a redirect to %s',
    async (location) => {
      target = location;
      expect((await call(client, `${site.origin}/to`, 5)).kind).toBe('refused');
    },
  );
});

it('connects to the canary server if all addresses are allowed', async () => {
  const open = createOutboundClient({
    allowPrivate: parseAddressRanges('127.0.0.0/8, ::1').ranges,
    clock: systemClock,
    resolve: async () => ['::1'],
  });
  const before = canary.connections();
  for (const host of ['127.1', '[::1]', 'localhost']) {
    const result = await call(open, `http://${host}:${canary.port}/`);
    expect(result).toMatchObject({ kind: 'response', body: Buffer.from(secret) });
  }
  expect(canary.connections()).toBe(before + 3);
  await open.close();
});
