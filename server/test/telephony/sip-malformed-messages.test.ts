import fc from 'fast-check';
import { expect, test } from 'vitest';
import { headerOf } from '../../src/telephony/sip/message/sip-message.ts';
import { eventually } from '../kit/eventually.ts';
import { silentLog } from '../kit/silent-log.ts';
import { trusted } from '../kit/sip/scene.ts';
import { newBranch, openSipPeer, peerSdp } from '../kit/sip/sip-peer.ts';
import { directoryOf, startTestAgent } from '../kit/sip/test-agent.ts';

const METHODS = [
  'INVITE',
  'ACK',
  'CANCEL',
  'BYE',
  'UPDATE',
  'INFO',
  'NOTIFY',
  'REFER',
  'OPTIONS',
  'REGISTER',
  'PRACK',
];

function whole(method: string, port: number): string {
  return [
    `${method} sip:+40721000000@127.0.0.1 SIP/2.0`,
    `Via: SIP/2.0/UDP 127.0.0.1:${port};branch=${newBranch()};rport`,
    'From: "A" <sip:+40733000000@127.0.0.1>;tag=a',
    'To: <sip:+40721000000@127.0.0.1>',
    `Call-ID: ${newBranch()}`,
    `CSeq: 1 ${method}`,
    `Contact: <sip:a@127.0.0.1:${port}>`,
    'Record-Route: <sip:127.0.0.1:9;lr>',
    'Session-Expires: 1800;refresher=uac',
    'Supported: timer, 100rel',
    'Authorization: Digest username="bob", realm="parley", nonce="x", uri="sip:a", response="0", qop=auth',
    'Content-Type: application/sdp',
    '',
    peerSdp(9),
  ].join('\r\n');
}

/** Random text that replaces a part of a message. */
const damage = fc.record({
  method: fc.constantFrom(...METHODS),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat({ max: 60 }),
  text: fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom('\r\n', '<', '"', ';', ',', '%', '\0', '@'),
  ),
});

test('malformed messages of an admitted peer do not affect other calls', async () => {
  const errors: unknown[] = [];
  const peer = await openSipPeer();
  const agent = await startTestAgent({
    directory: directoryOf(trusted),
    log: { ...silentLog, error: (fields) => errors.push(fields) },
    onInvite: async (call) => {
      await call.answer().catch(() => undefined);
    },
  });
  for (const { method, at, length, text } of fc.sample(damage, 600)) {
    const message = whole(method, peer.port);
    const start = Math.floor(at * message.length);
    peer.send(agent.port, message.slice(0, start) + text + message.slice(start + length));
    // Sends in batches that fit the socket buffer.
    if (peer.received.length % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await eventually(
    async () => {
      peer.request(agent.port, { method: 'INVITE', callId: 'alive', sequence: 1, body: peerSdp(9) });
      return peer.received.some((message) => headerOf(message, 'call-id') === 'alive');
    },
    (isAlive) => isAlive,
  );
  expect(errors).toEqual([]);
  // Some messages were still valid INVITEs.
  expect(peer.received.filter((one) => one.kind === 'response' && one.status === 200).length).toBeGreaterThan(
    1,
  );
});
