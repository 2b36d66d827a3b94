import { describe, expect, test } from 'vitest';
import { parseUri } from '../message/uri.ts';
import { destinationOf, findTargets, parseDestination } from './find-target.ts';
import type { Flow } from './flow.ts';
import { LocalAddresses } from './local-address.ts';
import type { NameResolver } from './name-resolver.ts';
import type { ServiceRecord } from './order-services.ts';
import { destinationIn, usesReturnPath } from './return-path.ts';

const ADDRESSES: Record<string, string[]> = {
  'b.example': ['198.51.100.1'],
  s1: ['198.51.100.11'],
  s2: ['198.51.100.12', '198.51.100.13'],
  'all.example': ['224.0.1.75'],
  'some.example': ['224.0.1.75', '198.51.100.1'],
};

const resolver = (services: readonly ServiceRecord[] = []): NameResolver => ({
  addresses: async (host) => {
    const addresses = ADDRESSES[host];
    if (addresses === undefined) throw new Error(`Unknown host ${host}.`);
    return addresses;
  },
  services: async () => services,
});

test.each([
  ['pbx.example', { host: 'pbx.example', port: null, transport: 'udp' }],
  ['pbx.example:5061', { host: 'pbx.example', port: 5061, transport: 'tls' }],
  ['[2001:db8::1]:5070;transport=TCP', { host: '2001:db8::1', port: 5070, transport: 'tcp' }],
  ['pbx.example;transport=ws', null],
  ['pbx example', null],
])('the trunk address %s is parsed as %j', (text, destination) => {
  expect(parseDestination(text)).toEqual(destination);
});

test.each([
  ['sip:a@b.example', { host: 'b.example', port: null, transport: 'udp' }],
  ['sips:a@b.example', { host: 'b.example', port: null, transport: 'tls' }],
  ['sip:a@b.example;maddr=192.0.2.1;transport=tcp', { host: '192.0.2.1', port: null, transport: 'tcp' }],
  ['tel:+40721000000', null],
])('the destination of %s is %j', (text, destination) => {
  const uri = parseUri(text);
  expect(uri === null ? 'unread' : destinationOf(uri)).toEqual(destination);
});

describe('server lookup', () => {
  const at = { host: 'b.example', port: null, transport: 'udp' } as const;
  const service = { name: 's1', port: 5080, priority: 1, weight: 1 };

  test('returns an IP address with the default port of its transport', async () => {
    expect(await findTargets({ ...at, host: '192.0.2.1' }, resolver())).toMatchObject([
      { address: '192.0.2.1', port: 5060 },
    ]);
    const secure = { ...at, host: '192.0.2.1', transport: 'tls' } as const;
    expect(await findTargets(secure, resolver())).toMatchObject([{ port: 5061 }]);
  });

  test('skips SRV records for a name with a port', async () => {
    const targets = await findTargets({ ...at, port: 5070 }, resolver([service]));
    expect(targets).toMatchObject([{ address: '198.51.100.1', port: 5070 }]);
  });

  test('returns all SRV targets in order with the requested name for the certificate', async () => {
    const services = [
      { ...service, name: 's2', priority: 2, weight: 9 },
      { ...service, name: 's1' },
      { ...service, name: 'nobody', weight: 5 },
      { ...service, name: '.', priority: 0 },
    ];
    const target = { transport: 'udp', port: 5080, host: 'b.example' };
    expect(await findTargets(at, resolver(services))).toEqual([
      { ...target, address: '198.51.100.11' },
      { ...target, address: '198.51.100.12' },
      { ...target, address: '198.51.100.13' },
    ]);
  });

  test('falls back to the address without SRV records or if their lookup fails', async () => {
    expect(await findTargets(at, resolver())).toMatchObject([{ address: '198.51.100.1', port: 5060 }]);
    const mute = { ...resolver(), services: () => Promise.reject(new Error('The lookup timed out.')) };
    expect(await findTargets(at, mute)).toMatchObject([{ address: '198.51.100.1', port: 5060 }]);
  });

  test('rejects if no SRV target has an address', async () => {
    await expect(findTargets(at, resolver([{ ...service, name: 'nobody' }]))).rejects.toThrow(
      'No SIP server for this host',
    );
  });

  test('returns at most eight targets', async () => {
    const many = Array.from({ length: 20 }, (_, priority) => ({ ...service, name: 's2', priority }));
    expect(await findTargets(at, resolver(many))).toHaveLength(8);
  });

  test('skips addresses that are not one host', async () => {
    const targets = await findTargets({ ...at, host: 'some.example' }, resolver());
    expect(targets.map(({ address }) => address)).toEqual(['198.51.100.1']);
  });

  test.each([
    '224.0.1.75',
    '255.255.255.255',
    '0.0.0.0',
    'ff02::1',
    '::',
    '::ffff:224.0.1.75',
    'all.example',
  ])('rejects %s, which is not one host', async (host) => {
    await expect(findTargets({ ...at, host }, resolver())).rejects.toThrow('no unicast address');
  });
});

describe('the return path', () => {
  const flow = (transport: Flow['transport'], remoteAddress: string, isOpen = true): Flow => ({
    transport,
    remoteAddress,
    remotePort: 40_000,
    isOpen: () => isOpen,
    whenClosed: () => () => undefined,
    send: () => undefined,
  });
  const to = (host: string, transport: Flow['transport'] = 'udp') => ({ host, port: 5060, transport });

  test.each([
    ['uses the Contact of a public telephone', to('198.51.100.1'), flow('udp', '198.51.100.1'), false, false],
    ['uses the flow of a telephone behind NAT', to('10.0.0.5'), flow('udp', '198.51.100.1'), false, true],
    ['uses the proxies of a telephone behind NAT', to('10.0.0.5'), flow('udp', '198.51.100.1'), true, false],
    [
      'uses the Contact of a telephone in our own network',
      to('10.0.0.5'),
      flow('udp', '10.0.0.9'),
      false,
      false,
    ],
    ['reuses a connection', to('198.51.100.1', 'tcp'), flow('tcp', '198.51.100.1'), true, true],
    [
      'does not reuse a closed connection',
      to('198.51.100.1', 'tcp'),
      flow('tcp', '198.51.100.1', false),
      false,
      false,
    ],
    ['uses the flow for an unsupported Contact', null, flow('udp', '198.51.100.1'), false, true],
  ] as const)('%s', (_name, destination, path, hasProxies, back) => {
    expect(usesReturnPath(destination, { flow: path, hasProxies })).toBe(back);
  });

  test('is used for a registered phone unless there are proxies', () => {
    const telephone = { flow: flow('udp', '198.51.100.1'), isTelephone: true };
    expect(usesReturnPath(to('203.0.113.9'), { ...telephone, hasProxies: false })).toBe(true);
    expect(usesReturnPath(to('203.0.113.9'), { ...telephone, hasProxies: true })).toBe(false);
  });
});

test.each([
  ['over a connection by its IP address', 'sip:a@198.51.100.1:5070', 'tls', 'tls'],
  ['over a connection by its host name', 'sip:a@Carrier.example', 'tcp', 'tcp'],
  ['over a connection by an explicit transport', 'sip:a@198.51.100.1;transport=udp', 'tcp', 'udp'],
  ['over a connection by another address', 'sip:a@198.51.100.2', 'tcp', 'udp'],
  ['without a connection', 'sip:a@198.51.100.1', 'udp', 'udp'],
  ['by a sips URI', 'sips:a@198.51.100.1', 'tcp', 'tls'],
] as const)('chooses the transport for a Contact %s', (_name, text, transport, expected) => {
  const uri = parseUri(text);
  if (uri === null) throw new Error('It is an address.');
  const flow: Flow = {
    transport,
    remoteAddress: '198.51.100.1',
    remotePort: 40_000,
    calledAs: 'carrier.example',
    isOpen: () => true,
    whenClosed: () => () => undefined,
    send: () => undefined,
  };
  expect(destinationIn(uri, flow)?.transport).toBe(expected);
});

test('the local address is configured, bound, or chosen by the routing table', async () => {
  const localAddressFor = (advertised: string | null, bound: string) =>
    new LocalAddresses({ advertised, bound }).localAddressFor('127.0.0.1');
  expect(await localAddressFor('203.0.113.7', '0.0.0.0')).toBe('203.0.113.7');
  expect(await localAddressFor(null, '127.0.0.2')).toBe('127.0.0.2');
  expect(await localAddressFor(null, '0.0.0.0')).toBe('127.0.0.1');
});
