import { describe, expect, test } from 'vitest';
import { chooseTrunk } from '../admission/choose-trunk.ts';
import { callerOf } from '../agent/inbound-service.ts';
import { planDial } from '../dialog/dial-plan.ts';
import { readEnvelope } from '../message/envelope.ts';
import type { Header, SipRequest } from '../message/sip-message.ts';
import { failureOf } from '../sessions/dial-failure.ts';
import { dialedNumber, readNumber } from './numbers.ts';
import type { SipTrunk } from './sip-trunk.ts';

const trunk: SipTrunk = {
  id: '1',
  type: 'number',
  phoneNumber: '+40721000000',
  countryCode: 'RO',
  username: 'bob',
  password: 'secret',
  address: 'sip.carrier.example',
  outboundProxy: null,
  callingFormat: '+e164',
  inboundAuthorization: 'auth',
};

test.each([
  ['+40722123456', '+e164', '+40722123456'],
  ['+40722123456', 'e164', '40722123456'],
  ['+40722123456', 'national', '0722123456'],
  ['+14155552671', 'national', '14155552671'],
  ['1002', 'national', '1002'],
  ['sales', 'e164', 'sales'],
] as const)('%s dialed as %s is %s', (number, callingFormat, dialed) => {
  expect(dialedNumber(number, { callingFormat, countryCode: 'RO' })).toBe(dialed);
});

test.each([
  ['+40722123456', '+40722123456'],
  ['0722123456', '+40722123456'],
  ['0722 123-456', '+40722123456'],
  ['0040722123456', '+40722123456'],
  ['14155552671', '+14155552671'],
  ['40721000000', '+40721000000'],
  ['+40722123456;phone-context=x', '+40722123456'],
  ['1002', '1002'],
  ['reception', 'reception'],
  ['+1', '+1'],
])('over a Romanian trunk, %s is read as %s', (text, number) => {
  expect(readNumber(text, trunk)).toBe(number);
});

describe('the called trunk', () => {
  const extension: SipTrunk = { ...trunk, id: '2', type: 'extension', phoneNumber: '1001', username: 'desk' };

  test.each([
    ['+40721000000', { id: '1', to: '+40721000000' }],
    ['0721000000', { id: '1', to: '+40721000000' }],
    ['bob', { id: '1', to: '+40721000000' }],
    ['desk', { id: '2', to: '1001' }],
    ['1001', { id: '2', to: '1001' }],
    ['1002', null],
  ])('is chosen from two by %s', (dialed, expected) => {
    const called = chooseTrunk([trunk, extension], dialed);
    expect(called === null ? null : { id: called.trunk.id, to: called.to }).toEqual(expected);
  });

  test('accepts every number if it is the only one', () => {
    expect(chooseTrunk([trunk], '0733000000')?.to).toBe('+40733000000');
    expect(chooseTrunk([], '0733000000')).toBeNull();
  });
});

describe('a dial plan', () => {
  const about = { attemptId: 'call', from: '+40721000000', to: '+40722123456' };

  test('sends a number to the trunk’s server with the calling number', () => {
    const plan = planDial({ ...trunk, callingFormat: 'national' }, about);
    expect(plan).toMatchObject({
      to: 'sip:0722123456@sip.carrier.example',
      from: 'sip:0721000000@sip.carrier.example',
      callId: 'call',
      route: null,
      destination: { host: 'sip.carrier.example', port: null, transport: 'udp' },
      login: { username: 'bob' },
    });
  });

  test('uses the extension as caller and adds the transport', () => {
    const service: SipTrunk = {
      ...trunk,
      type: 'extension',
      username: 'desk',
      address: 'pbx.example:5070;transport=tcp',
    };
    expect(planDial(service, about)).toMatchObject({
      to: 'sip:+40722123456@pbx.example:5070;transport=tcp',
      from: 'sip:desk@pbx.example:5070;transport=tcp',
      destination: { port: 5070, transport: 'tcp' },
    });
  });

  test('has the outbound proxy as first hop and Route', () => {
    const plan = planDial({ ...trunk, outboundProxy: 'edge.example:5080' }, about);
    expect(plan).toMatchObject({
      to: 'sip:+40722123456@sip.carrier.example',
      route: '<sip:edge.example:5080;lr>',
      destination: { host: 'edge.example', port: 5080 },
    });
  });

  test('sends a URI of another host to that host without credentials', () => {
    const plan = planDial(trunk, { ...about, to: 'sips:ana@other.example' });
    expect(plan).toMatchObject({ to: 'sips:ana@other.example', login: null });
    expect(plan?.destination).toEqual({ host: 'other.example', port: null, transport: 'tls' });
  });

  test.each(['', '  ', 'sip:', 'sip:a@b:0'])('does not exist for "%s"', (to) => {
    expect(planDial(trunk, { ...about, to })).toBeNull();
  });
});

test.each<[string, Header[], string | null]>([
  ['the From header', [], '+40733000000'],
  [
    'P-Asserted-Identity, if there is one',
    [{ name: 'p-asserted-identity', value: '"A" <sip:+40744000000@c>, <tel:+1>' }],
    '+40744000000',
  ],
  [
    'From before Remote-Party-ID',
    [{ name: 'remote-party-id', value: '<sip:+40755000000@c>;party=calling' }],
    '+40733000000',
  ],
  [
    'neither header if Remote-Party-ID withholds the number',
    [{ name: 'remote-party-id', value: '<sip:+40755000000@c>;party=calling;privacy=full' }],
    null,
  ],
  [
    'P-Asserted-Identity before Remote-Party-ID',
    [
      { name: 'remote-party-id', value: '<sip:+40755000000@c>' },
      { name: 'p-asserted-identity', value: '<sip:+40744000000@c>' },
    ],
    '+40744000000',
  ],
  ['neither header if privacy is requested', [{ name: 'privacy', value: 'user;id' }], null],
])('the caller is read from %s', (_name, extra, number) => {
  expect(caller('<sip:+40733000000@a.example>', extra)).toBe(number);
});

test.each(['<sip:anonymous@anonymous.invalid>', '"Anonymous" <sip:Anonymous@a.example>', '<sip:a.example>'])(
  '%s is anonymous',
  (from) => {
    expect(caller(from)).toBeNull();
  },
);

test.each([
  ['<sip:+40755000000@c>;party=calling;screen=yes', '+40755000000'],
  ['<sip:+40755000000@c>', '+40755000000'],
  ['<sip:+40755000000@c>;party=called', 'trunkuser'],
  ['<sip:anonymous@c>', 'trunkuser'],
])('if From has only the name of a trunk’s user, %s gives %s', (value, number) => {
  expect(caller('<sip:trunkuser@a.example>', [{ name: 'remote-party-id', value }])).toBe(number);
});

function caller(from: string, extra: Header[] = []): string | null {
  const request: SipRequest = {
    kind: 'request',
    method: 'INVITE',
    uri: 'sip:x@y',
    headers: [
      { name: 'via', value: 'SIP/2.0/UDP a;branch=z9hG4bK1' },
      { name: 'from', value: `${from};tag=1` },
      { name: 'to', value: '<sip:x@y>' },
      { name: 'call-id', value: '1' },
      { name: 'cseq', value: '1 INVITE' },
      ...extra,
    ],
    body: '',
  };
  const envelope = readEnvelope(request);
  return envelope === null ? 'unread' : callerOf(request, envelope);
}

test.each([
  [486, 'busy'],
  [600, 'busy'],
  [480, 'no-answer'],
  [408, 'no-answer'],
  [603, 'rejected'],
  [607, 'rejected'],
  [404, 'invalid-number'],
  [484, 'invalid-number'],
  [604, 'invalid-number'],
  [487, 'no-answer'],
  [302, 'unavailable'],
  [403, 'unavailable'],
  [407, 'unavailable'],
  [500, 'unavailable'],
  [503, 'unavailable'],
])('status %i is reported as %s', (status, failure) => {
  expect(failureOf(status, true)).toBe(failure);
});

test('a 487 before ringing is unavailable', () => {
  expect(failureOf(487, false)).toBe('unavailable');
});
