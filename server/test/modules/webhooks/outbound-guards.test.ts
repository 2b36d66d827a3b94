import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FrontDoor, frontDoors } from '../../kit/front-doors.ts';
import { type LoopbackServer, startLoopbackServer } from '../../kit/loopback-server.ts';
import { startTestServer, type TestServer } from '../../kit/test-server.ts';

const SECRET = 'inner-secret';
/** The only private address that the operator allows, as an IPv4-mapped address of dual-stack sockets. */
const ALLOWED = '::ffff:127.0.0.1';

let server: TestServer;
let features: Map<FrontDoor['name'], FrontDoor>;
/** Listens on every address of the machine. */
let inner: LoopbackServer;
/** Redirects by path; other paths answer directly. */
const redirects = new Map<string, string>();
/** Every request: the local address that it reached, and its host header. */
const reached: { at: string | undefined; host: string | undefined }[] = [];
/** DNS answers by name, in order; the last one repeats. */
const answers = new Map<string, (readonly string[])[]>();

beforeAll(async () => {
  inner = await startLoopbackServer((request, response) => {
    reached.push({ at: request.socket.localAddress, host: request.headers.host });
    response.setHeader('connection', 'close');
    const location = redirects.get(request.url ?? '');
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else if (location === undefined) response.setHeader('content-type', 'text/html').end(`<p>${SECRET}</p>`);
    else response.writeHead(302, { location }).end();
  }, '::');
  server = await startTestServer({
    environment: { PARLEY_ALLOW_PRIVATE_CIDRS: '127.0.0.1/32' },
    overrides: {
      resolve: async (name) => {
        const [first, ...rest] = answers.get(name) ?? [];
        if (rest.length > 0) answers.set(name, rest);
        return first ?? [];
      },
    },
  });
  features = new Map((await frontDoors(server)).map((feature) => [feature.name, feature]));
});
beforeEach(() => {
  redirects.clear();
  answers.clear();
  reached.length = 0;
});
afterAll(async () => {
  await server.stop();
  await inner.close();
});

/** Local addresses that requests for a host, or for all hosts, reached. */
const reachedAt = (host?: string): (string | undefined)[] =>
  reached.filter((one) => host === undefined || one.host === `${host}:${inner.port}`).map(({ at }) => at);

/** One table for all outbound clients: the same rules hold for each. */
const literalHosts = [
  '127.0.0.2',
  '2130706434',
  '0x7f.2',
  '0177.0.0.2',
  '127.2',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '0xA9FEA9FE',
  '100.100.100.200',
  '224.0.0.1',
  'metadata.google.internal',
  'localhost',
  '[::1]',
  '[::]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[ff02::1]',
  '[::ffff:127.0.0.2]',
  '[::ffff:7f00:2]',
  '[64:ff9b::7f00:2]',
  '[2002:7f00:2::]',
];

const namedAddresses = [
  ['127.0.0.2'],
  ['10.0.0.1'],
  ['169.254.169.254'],
  ['0.0.0.0'],
  ['::1'],
  ['fd00:ec2::254'],
  ['fe80::1%lo'],
  ['::ffff:127.0.0.2'],
  ['64:ff9b::7f00:2'],
  ['10.0.0.1', '::1'],
];

describe.each(['tool', 'webhook', 'website'] as const)('a %s', (name) => {
  const call = (url: string): Promise<string> => {
    const feature = features.get(name);
    if (feature === undefined) throw new Error(`There is no ${name}.`);
    return feature.call(url);
  };

  test('reaches an allowed address, directly and by name', async () => {
    answers.set('allowed.example', [['10.0.0.1', '127.0.0.1']]);
    for (const host of ['127.0.0.1', 'allowed.example']) {
      reached.length = 0;
      await call(`http://${host}:${inner.port}/`);
      expect(new Set(reachedAt(host))).toEqual(new Set([ALLOWED]));
    }
  });

  test.each(literalHosts)('to %s reaches nothing and reveals nothing', async (host) => {
    answers.set('localhost', [['127.0.0.2']]);
    const shown = await call(`http://${host}:${inner.port}/latest/meta-data`);
    expect(shown).toMatch(/address is not public \(/);
    expect(shown).not.toContain(SECRET);
    // During this test, earlier webhooks may be retried at the allowed address.
    expect(reachedAt().filter((address) => address !== ALLOWED)).toEqual([]);
    expect(reachedAt(host)).toEqual([]);
  });

  test.each(namedAddresses)(
    'to a name that resolves to %s (and other addresses) reaches nothing',
    async (...addresses) => {
      answers.set('inner.example', [addresses]);
      const shown = await call(`http://inner.example:${inner.port}/`);
      expect(shown).toMatch(/The host's address is not public \(/);
      // The addresses would reveal the network behind the server.
      for (const address of addresses) expect(shown).not.toContain(address);
      expect(reachedAt('inner.example')).toEqual([]);
    },
  );

  test('connects to the address it checked, even if the name resolves to another one a moment later', async () => {
    const host = `rebound-${name}.example`;
    answers.set(host, [['127.0.0.1'], ['127.0.0.2']]);
    const first = await call(`http://${host}:${inner.port}/`);
    expect(reachedAt(host)).toEqual([ALLOWED]);
    // A website's robots.txt is requested first, and that was the only allowed connection.
    if (name === 'website') expect(first).toMatch(/The host's address is not public \(/);
    expect(await call(`http://${host}:${inner.port}/`)).toMatch(/The host's address is not public \(/);
    expect(reachedAt(host)).toEqual([ALLOWED]);
  });

  test.each(['127.0.0.2', '[::1]', '[::ffff:127.0.0.2]', '169.254.169.254', 'rebound.example'])(
    'does not follow a redirect to %s',
    async (host) => {
      answers.set('rebound.example', [['127.0.0.2']]);
      redirects.set('/to', `http://${host}:${inner.port}/`);
      const shown = await call(`http://127.0.0.1:${inner.port}/to`);
      expect(shown).toMatch(/not public|redirects/);
      expect(shown).not.toContain(SECRET);
      expect(new Set(reachedAt())).toEqual(new Set([ALLOWED]));
    },
  );

  test('does not follow a redirect to its own name if the name now resolves to another address', async () => {
    const host = `turning-${name}.example`;
    const rules = name === 'website' ? [['127.0.0.1']] : [];
    answers.set(host, [...rules, ['127.0.0.1'], ['127.0.0.2']]);
    redirects.set('/to', `http://${host}:${inner.port}/next`);
    const shown = await call(`http://${host}:${inner.port}/to`);
    expect(shown).toMatch(/not public|redirects/);
    expect(shown).not.toContain(SECRET);
    expect(new Set(reachedAt(host))).toEqual(new Set([ALLOWED]));
  });
});
