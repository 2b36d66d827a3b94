import { expect, test } from 'vitest';
import type { Flow } from '../transport/flow.ts';
import type { DialogState } from './dialog-state.ts';
import { readFarewell, writeFarewell } from './farewell.ts';

const dialog: DialogState = {
  ...{ callId: 'a1', local: '<sip:us@192.0.2.1>;tag=u', localTag: 'u', localSequence: 3 },
  ...{ remote: '"Ana" <sip:ana@carrier.example>;tag=c', remoteTag: 'c', remoteSequence: null },
  remoteTarget: 'sip:ana@198.51.100.4:5070;transport=tcp',
  routeSet: ['<sip:edge.example;lr>'],
};
const flow: Flow = {
  ...{ transport: 'tls', remoteAddress: '198.51.100.4', remotePort: 5061, calledAs: 'edge.example' },
  ...{ isOpen: () => true, whenClosed: () => () => undefined, send: () => undefined },
};

test('another process reads where the call is, and speaks after everything that was said', () => {
  const read = readFarewell(writeFarewell(dialog, flow));
  expect(read?.target).toEqual({
    ...{ transport: 'tls', address: '198.51.100.4', port: 5061, host: 'edge.example' },
  });
  expect(read?.dialog).toEqual({ ...dialog, localSequence: expect.any(Number) });
  expect(read?.dialog.localSequence).toBeGreaterThan(1000);
});

test.each([
  ['nothing', ''],
  ['no JSON', '{"dialog":'],
  ['null', 'null'],
  ['no dialog', JSON.stringify({ target: {} })],
  ['no target', JSON.stringify({ dialog })],
  ['a transport that nobody knows', changed({ target: { transport: 'carrier pigeon' } })],
  ['a port that is a word', changed({ target: { port: 'sip' } })],
  ['a target that is no address', changed({ dialog: { remoteTarget: 'Ana' } })],
  ['routes that are none', changed({ dialog: { routeSet: [1] } })],
  ['a tag that is missing', changed({ dialog: { remoteTag: null } })],
  ['a count that is none', changed({ dialog: { localSequence: '3' } })],
])('of %s nothing is read', (_name, text) => {
  expect(readFarewell(text)).toBeNull();
});

function changed(change: { dialog?: object; target?: object }): string {
  const target = { transport: 'udp', address: '192.0.2.9', port: 5060, host: '192.0.2.9', ...change.target };
  return JSON.stringify({ dialog: { ...dialog, ...change.dialog }, target });
}
