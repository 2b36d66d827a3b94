import { expect, test } from 'vitest';
import { manualClock } from '../../../../test/kit/clocks.ts';
import { silentLog } from '../../../../test/kit/silent-log.ts';
import { readEnvelope } from '../message/envelope.ts';
import type { SipRequest } from '../message/sip-message.ts';
import type { Incoming } from '../transaction/server-transaction.ts';
import type { SipTrunk, TrunkDirectory } from '../trunk/sip-trunk.ts';
import { AdmissionService } from './admission.ts';

const NUMBER = '+40721000000';

const trunk: SipTrunk = {
  id: '1',
  type: 'number',
  phoneNumber: NUMBER,
  countryCode: 'RO',
  username: 'bob',
  password: 'secret',
  address: 'carrier.example',
  outboundProxy: null,
  callingFormat: '+e164',
  inboundAuthorization: 'ip',
};

function inviteFrom(remoteAddress: string): Incoming {
  const request: SipRequest = {
    kind: 'request',
    method: 'INVITE',
    uri: `sip:${NUMBER}@parley.example`,
    headers: [
      { name: 'via', value: 'SIP/2.0/UDP a;branch=z9hG4bK1' },
      { name: 'from', value: '<sip:a@b>;tag=1' },
      { name: 'to', value: '<sip:b@a>' },
      { name: 'call-id', value: '1' },
      { name: 'cseq', value: '1 INVITE' },
    ],
    body: '',
  };
  const envelope = readEnvelope(request);
  if (envelope === null) throw new Error('It is whole.');
  const flow = {
    transport: 'udp',
    remoteAddress,
    remotePort: 5060,
    isOpen: () => true,
    whenClosed: () => () => undefined,
    send: () => undefined,
  } as const;
  return { request, envelope, flow };
}

function service(changes: Partial<TrunkDirectory> = {}) {
  const clock = manualClock();
  const asked: string[] = [];
  const warned: unknown[] = [];
  const admission = new AdmissionService(
    clock,
    {
      trunksAt: async (address) => {
        asked.push(address);
        return address === '192.0.2.1' ? [trunk] : [];
      },
      trunksNamed: async () => [],
      knownRanges: async () => [],
      ...changes,
    },
    { ...silentLog, warn: (fields) => warned.push(fields) },
  );
  const admit = async (address: string, dialed = NUMBER) =>
    (await admission.admit(inviteFrom(address), dialed, [])).kind;
  const many = async (address: string, count: number) => {
    const kinds = [];
    for (let index = 0; index < count; index += 1) kinds.push(await admit(address));
    return Map.groupBy(kinds, (kind) => kind);
  };
  const allows = (address: string) => admission.allows(address);
  const tooManyConnections = (address: string) => admission.tooManyConnections(address);
  return { clock, asked, warned, admit, allows, many, tooManyConnections };
}

test('a flood from an unknown address is answered up to the limit, then dropped until it pauses', async () => {
  const { clock, many, admit } = service();
  const kinds = await many('198.51.100.1', 200);
  expect(kinds.get('refused')).toHaveLength(40);
  expect(kinds.get('dropped')).toHaveLength(160);
  expect(await admit('198.51.100.2')).toBe('refused');
  clock.advance(10_000);
  expect(await admit('198.51.100.1')).toBe('refused');
});

test('a distributed flood is dropped, and known addresses are still admitted', async () => {
  const { admit } = service();
  expect(await admit('192.0.2.1')).toBe('admitted');
  const kinds = [];
  for (let index = 0; index < 1500; index += 1) {
    kinds.push(await admit(`198.51.${index >> 8}.${index & 255}`));
  }
  expect(kinds.filter((kind) => kind === 'refused').length).toBeLessThan(1001);
  expect(kinds.at(-1)).toBe('dropped');
  expect(await admit('192.0.2.1')).toBe('admitted');
});

test('a distributed flood does not block an address whose last lookup found trunks', async () => {
  const { clock, admit, allows } = service();
  expect(await admit('192.0.2.1')).toBe('admitted');
  clock.advance(60_000);
  const kinds = [];
  for (let index = 0; index < 1500; index += 1)
    kinds.push(await admit(`198.51.${index >> 8}.${index & 255}`));
  expect(kinds.at(-1)).toBe('dropped');
  expect(await admit('192.0.2.1')).toBe('admitted');
  expect(await admit('192.0.2.1', '+40744000000')).toBe('refused');
  expect(allows('192.0.2.1')).toBe(true);
});

test.each([
  ['its own address', '192.0.2.1'],
  ['its range', '192.0.2.0/30'],
])('a distributed flood does not block a new caller known by %s', async (_name, range) => {
  const { admit, allows } = service({ knownRanges: async () => [range] });
  const kinds = [];
  for (let index = 0; index < 1500; index += 1)
    kinds.push(await admit(`198.51.${index >> 8}.${index & 255}`));
  expect(kinds.at(-1)).toBe('dropped');
  expect(await admit('192.0.2.1')).toBe('admitted');
  expect(allows('192.0.2.1')).toBe(true);
  expect(await admit('192.0.2.1', '+40744000000')).toBe('refused');
  expect(allows('198.51.100.100')).toBe(false);
});

test('many phones behind one address are answered up to the limit of known addresses', async () => {
  const { clock, allows } = service({ knownRanges: async () => ['192.0.2.1'] });
  await Promise.resolve();
  const heard = (): number => Array.from({ length: 600 }, () => allows('192.0.2.1')).filter(Boolean).length;
  expect(heard()).toBe(400);
  clock.advance(10_000);
  expect(heard()).toBe(400);
  expect(Array.from({ length: 600 }, () => allows('192.0.2.2')).filter(Boolean)).toHaveLength(40);
});

test('known ranges are reloaded periodically and kept if reloading fails', async () => {
  let count = 0;
  const answers = [['192.0.2.1'], null, []];
  const { clock, allows, many } = service({
    knownRanges: async () => {
      const answer = answers[count];
      count += 1;
      if (answer == null) throw new Error('The database is away.');
      return answer;
    },
  });
  const isKnown = async (): Promise<boolean> => {
    allows('192.0.2.9');
    await Promise.resolve();
    for (let index = 0; index < 1500; index += 1) allows(`198.51.${index >> 8}.${index & 255}`);
    return allows('192.0.2.1');
  };
  expect(await isKnown()).toBe(true);
  await many('198.51.100.1', 50);
  expect(count).toBe(1);
  clock.advance(30_000);
  expect(await isKnown()).toBe(true);
  clock.advance(30_000);
  expect(await isKnown()).toBe(false);
  expect(count).toBe(3);
});

test('a flood of other requests does not block a first call', async () => {
  const { admit, allows } = service();
  for (let index = 0; index < 1500; index += 1) allows(`198.51.${index >> 8}.${index & 255}`);
  expect(allows('198.51.100.100')).toBe(false);
  expect(await admit('192.0.2.1')).toBe('admitted');
});

test('an address is looked up once in ten seconds', async () => {
  const { clock, asked, many } = service();
  expect((await many('192.0.2.1', 100)).get('admitted')).toHaveLength(100);
  expect(asked).toEqual(['192.0.2.1']);
  clock.advance(10_000);
  await many('192.0.2.1', 1);
  expect(asked).toHaveLength(2);
});

test('a known address may call the numbers of its trunks and must authenticate for others', async () => {
  const { admit } = service();
  expect(await admit('192.0.2.1', '0721000000')).toBe('admitted');
  expect(await admit('192.0.2.1', '+40744000000')).toBe('refused');
});

test('a number that two trunks at one address share is refused, and logged without the number', async () => {
  const { admit, warned } = service({ trunksAt: async () => [trunk, { ...trunk, id: '2' }] });
  expect(await admit('192.0.2.1')).toBe('refused');
  expect(await admit('192.0.2.1')).toBe('refused');
  expect(warned).toEqual([{ trunks: ['1', '2'] }]);
});

test('a failed lookup counts as an unknown address', async () => {
  const { admit } = service({ trunksAt: () => Promise.reject(new Error('The database is away.')) });
  expect(await admit('192.0.2.1')).toBe('refused');
});

test('a new number of a known address is found immediately; unknown numbers cause no further look-ups', async () => {
  const added = { ...trunk, id: '2', phoneNumber: '+40721000001' };
  let trunks = [trunk];
  let lookUps = 0;
  const { clock, admit } = service({
    trunksAt: async () => {
      lookUps += 1;
      return trunks;
    },
  });
  expect(await admit('192.0.2.1')).toBe('admitted');
  clock.advance(2000);
  trunks = [trunk, added];
  expect(await admit('192.0.2.1', added.phoneNumber)).toBe('admitted');
  expect(lookUps).toBe(2);
  for (let call = 0; call < 50; call += 1) expect(await admit('192.0.2.1', '+40744000000')).toBe('refused');
  expect(lookUps).toBe(2);
  expect(await admit('192.0.2.1')).toBe('admitted');
});

test('too many connections from one address are logged at a limited rate', () => {
  const { clock, warned, tooManyConnections } = service();
  for (let connection = 0; connection < 20; connection += 1) tooManyConnections('192.0.2.1');
  clock.advance(180_000);
  tooManyConnections('192.0.2.1');
  expect(warned).toEqual([{ address: '192.0.2.1' }, { address: '192.0.2.1' }]);
});
