import { afterEach, beforeEach, expect, test } from 'vitest';
import { manualClock } from '../../../test/kit/clocks.ts';
import { eventually } from '../../../test/kit/eventually.ts';
import { openRtpPeer, type RtpPeer, rtpPacket } from '../../../test/kit/rtp-peer.ts';
import { parseRtp, type RtpPacket, writeRtp } from './rtp-packet.ts';
import type { RtpParameters } from './rtp-parameters.ts';
import { openRtp, type RtpSession } from './rtp-session.ts';
import { PacketOpener, PacketSealer } from './srtp/seal-packets.ts';
import type { MasterKey } from './srtp/session-keys.ts';

const keyOf = (byte: number): MasterKey => ({
  key: new Uint8Array(16).fill(byte),
  salt: new Uint8Array(14).fill(byte),
  identifierBytes: 0,
});
const [ours, theirs, another] = [keyOf(1), keyOf(2), keyOf(3)];

let peer: RtpPeer;
let session: RtpSession;
let heard: Int16Array[];

beforeEach(async () => {
  heard = [];
  peer = await openRtpPeer();
  session = await openRtp({
    localAddress: '127.0.0.1',
    portRange: { first: 0, last: 0 },
    clock: manualClock(),
  });
});
afterEach(() => {
  session.close();
  peer.close();
});

const listener = {
  frame: (frame: Int16Array) => void heard.push(frame),
  digit: () => undefined,
  lost: () => undefined,
};

function parameters(changes: Partial<RtpParameters> = {}): RtpParameters {
  return {
    remoteAddress: '127.0.0.1',
    remotePort: peer.port,
    remoteRtcpPort: null,
    codec: 'pcmu',
    payloadTypes: { pcmu: 0, pcma: null, telephoneEvent: null, comfortNoise: null },
    encryption: { ours, theirs },
    packetTimeMs: 20,
    sends: true,
    receives: true,
    ...changes,
  };
}

const say = (sequence: number, sealer: PacketSealer): Promise<void> =>
  peer.sendBytes(session.port, sealer.rtp(writeRtp(rtpPacket({ sequence, timestamp: sequence * 160 }))));

const heardFrames = (count: number) =>
  eventually(
    async () => heard.length,
    (length) => length === count,
  );

function openedBy(opener: PacketOpener, bytes: Buffer | undefined): RtpPacket | null {
  const clear = bytes === undefined ? null : opener.rtp(bytes);
  return clear === null ? null : parseRtp(clear);
}

test('what the peer has sealed is heard; what anybody sends in the clear, or by another key, is not', async () => {
  session.start(parameters(), listener);
  const sealer = new PacketSealer(theirs);
  await peer.send(session.port, { sequence: 1 });
  await say(1, new PacketSealer(another));
  await say(1, sealer);
  await say(2, sealer);
  await heardFrames(2);
});

test('what we send is sealed, its reports too, and goes on by its numbers when the peer changes its key', async () => {
  session.start(parameters(), listener);
  session.send(new Int16Array(160));
  session.update(parameters({ encryption: { ours, theirs: another } }));
  session.send(new Int16Array(160));
  session.close();
  const [first, second, pendingHangUp] = await eventually(
    async () => peer.receivedBytes,
    (all) => all.length === 3,
  );
  const opener = new PacketOpener(ours);
  const [one, two] = [openedBy(opener, first), openedBy(opener, second)];
  expect(one?.payload).toEqual(Buffer.alloc(160, 0xff));
  expect(two?.sequence).toBe((one?.sequence ?? 0) + 1);
  expect(parseRtp(first ?? Buffer.alloc(0))?.payload).toHaveLength(170);
  expect(opener.rtcp(pendingHangUp ?? Buffer.alloc(0))?.at(-7)).toBe(203);
});

test('a key that the peer changes to counts from then on, and not the one before', async () => {
  session.start(parameters(), listener);
  const [before, after] = [new PacketSealer(theirs), new PacketSealer(another)];
  await say(1, before);
  await heardFrames(1);
  session.update(parameters({ encryption: { ours, theirs: another } }));
  await say(2, before);
  await say(2, after);
  await say(3, after);
  await heardFrames(3);
});
