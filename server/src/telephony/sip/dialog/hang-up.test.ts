import { expect, test } from 'vitest';
import { writeDialed } from '../../../voice/legs/dialed.ts';
import type { SipRequest } from '../message/sip-message.ts';
import type { Flow, Target } from '../transport/flow.ts';
import type { DialogState } from './dialog-state.ts';
import { readPendingHangUp, writeCancel, writeHangUp, writePlanned, writeRefusal } from './hang-up.ts';

const dialog: DialogState = {
  callId: 'a1',
  local: '<sip:us@192.0.2.1>;tag=u',
  localTag: 'u',
  localSequence: 3,
  remote: '"Ana" <sip:ana@carrier.example>;tag=c',
  remoteTag: 'c',
  remoteSequence: null,
  remoteTarget: 'sip:ana@198.51.100.4:5070;transport=tcp',
  routeSet: ['<sip:edge.example;lr>'],
};
const flow: Flow = {
  transport: 'tls',
  remoteAddress: '198.51.100.4',
  remotePort: 5061,
  calledAs: 'edge.example',
  isOpen: () => true,
  whenClosed: () => () => undefined,
  send: () => undefined,
};
const target: Target = { transport: 'tls', address: '198.51.100.4', port: 5061, host: 'edge.example' };

const KEPT = [
  ['via', 'SIP/2.0/TLS 192.0.2.1:5060;rport;branch=z9hG4bKone'],
  ['route', '<sip:edge.example;lr>'],
  ['max-forwards', '70'],
  ['from', '<sip:us@192.0.2.1>;tag=u'],
  ['to', '<sip:ana@carrier.example>'],
  ['call-id', 'a1'],
  ['cseq', '2 INVITE'],
].map(([name = '', value = '']) => ({ name, value }));
const invite: SipRequest = {
  kind: 'request',
  method: 'INVITE',
  uri: 'sip:ana@carrier.example',
  body: 'v=0 a key',
  headers: [
    ...KEPT,
    { name: 'proxy-authorization', value: 'Digest username="us"' },
    { name: 'content-type', value: 'application/sdp' },
  ],
};

test('an answered call is restored with its target and a later CSeq', () => {
  const read = readPendingHangUp(writeHangUp(dialog, flow, '7'));
  expect(read).toEqual({
    kind: 'hang-up',
    target,
    trunk: '7',
    dialog: { ...dialog, localSequence: expect.any(Number) },
  });
  expect(read?.kind === 'hang-up' && read.dialog.localSequence > 1000).toBe(true);
});

test.each([null, dialog])(
  'a ringing call is stored with the headers of its CANCEL and without credentials',
  (early) => {
    const text = writeCancel({ invite, early, target, trunk: null });
    expect(readPendingHangUp(text)).toEqual({
      kind: 'cancel',
      target,
      trunk: null,
      invite: { ...invite, headers: KEPT, body: '' },
      early: early === null ? null : { ...early, localSequence: expect.any(Number) },
    });
    expect(text).not.toMatch(/Digest|a key/);
  },
);

test('an inbound call is stored with the headers of its response', () => {
  const text = writeRefusal({ invite, dialog, target, trunk: '7' });
  expect(readPendingHangUp(text)).toEqual({
    kind: 'refuse',
    target,
    trunk: '7',
    invite: { ...invite, headers: KEPT, body: '' },
    dialog: { ...dialog, localSequence: expect.any(Number) },
  });
  for (const lost of ['dialog', 'trunk']) {
    expect(readPendingHangUp(JSON.stringify({ ...JSON.parse(text), [lost]: null }))).toBeNull();
  }
});

const plan = {
  to: 'sip:ana@carrier.example',
  from: 'sip:us@192.0.2.1',
  callId: 'a1',
  route: '<sip:edge.example;lr>',
  destination: { host: 'edge.example', port: null, transport: 'tls' },
  trunk: '7',
  login: { username: 'us', password: 'a secret' },
} as const;

test('a planned call is stored with its possible INVITEs and without password', () => {
  const { to, from, callId, route, destination } = plan;
  const text = writePlanned(plan, 5, 'p1');
  expect(readPendingHangUp(text)).toEqual({
    kind: 'planned',
    plan: { to, from, callId, route },
    destination,
    isLetIn: false,
    most: 5,
    trunk: '7',
    processId: 'p1',
  });
  expect(text).not.toContain('a secret');
  const dialed = { attemptId: 'a1', line: '7', from: '+40721000000', to: '1001', processId: 'p1' };
  expect(readPendingHangUp(writeDialed(dialed))).toEqual({ kind: 'dialed', ...dialed });
});

test.each([
  ['a plan without URIs', JSON.stringify({ planned: { ...planned(), plan: { to: 'a' } } })],
  ['a plan without destination', JSON.stringify({ planned: { ...planned(), destination: null } })],
  ['a plan with a text as INVITE count', JSON.stringify({ planned: { ...planned(), most: 'many' } })],
  [
    'a dial request without route',
    JSON.stringify({ dialed: { attemptId: 'a1', from: '', to: '', processId: 'p' } }),
  ],
  ['an empty dial request', JSON.stringify({ dialed: null })],
  ['an empty text', ''],
  ['incomplete JSON', '{"dialog":'],
  ['null', 'null'],
  ['a list', '[]'],
  ['a missing dialog', JSON.stringify({ target })],
  ['a missing target', JSON.stringify({ dialog })],
  ['an unknown transport', changed({ target: { transport: 'carrier pigeon' } })],
  ['a text as a port', changed({ target: { port: 'sip' } })],
  ['an invalid remote target', changed({ dialog: { remoteTarget: 'Ana' } })],
  ['an invalid route set', changed({ dialog: { routeSet: [1] } })],
  ['a missing tag', changed({ dialog: { remoteTag: null } })],
  ['an invalid sequence', changed({ dialog: { localSequence: '3' } })],
  ['an INVITE without headers', JSON.stringify({ target, invite: { uri: 'sip:a@b' } })],
  ['invalid headers', JSON.stringify({ target, invite: { uri: 'sip:a@b', headers: [1, ['via'], null] } })],
  ['an INVITE without branch', ringing({ via: 'SIP/2.0/UDP 192.0.2.1:5060' })],
  ['an INVITE without a tag', ringing({ from: '<sip:us@192.0.2.1>' })],
  ['another method than INVITE', ringing({ cseq: '2 MESSAGE' })],
  ['an invalid early dialog', JSON.stringify({ ...JSON.parse(ringing({})), early: { callId: 'a1' } })],
])('%s is not a pending hang-up', (_name, text) => {
  expect(readPendingHangUp(text)).toBeNull();
});

function planned(): object {
  return JSON.parse(writePlanned(plan, 5, 'p1')).planned;
}

function changed(change: { dialog?: object; target?: object }): string {
  const place = { transport: 'udp', address: '192.0.2.9', port: 5060, host: '192.0.2.9', ...change.target };
  return JSON.stringify({ dialog: { ...dialog, ...change.dialog }, target: place });
}

function ringing(change: Record<string, string>): string {
  const headers = KEPT.map(({ name, value }) => [name, change[name] ?? value]);
  return JSON.stringify({ target, invite: { uri: invite.uri, headers } });
}
