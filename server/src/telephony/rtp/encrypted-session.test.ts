import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type ManualClock, manualClock } from '../../../test/kit/clocks.ts';
import { eventually } from '../../../test/kit/eventually.ts';
import { openRtpPeer, type RtpPeer, rtpPacket } from '../../../test/kit/rtp-peer.ts';
import { parseRtp, type RtpPacket, writeRtp } from './rtp-packet.ts';
import type { RtpParameters } from './rtp-parameters.ts';
import { openRtp, type RtpSession } from './rtp-session.ts';
import type { MasterKey } from './srtp/session-keys.ts';
import { PacketProtector, PacketUnprotector } from './srtp/srtp-session.ts';

const keyOf = (byte: number): MasterKey => ({
  suite: 'AES_CM_128_HMAC_SHA1_80',
  key: new Uint8Array(16).fill(byte),
  salt: new Uint8Array(14).fill(byte),
  mkiBytes: 0,
});
const [ours, theirs, another] = [keyOf(1), keyOf(2), keyOf(3)];

let clock: ManualClock;
let peer: RtpPeer;
let session: RtpSession;
let heard: Int16Array[];

beforeEach(async () => {
  heard = [];
  clock = manualClock();
  peer = await openRtpPeer();
  session = await openRtp({
    localAddress: '127.0.0.1',
    portRange: { first: 0, last: 0 },
    clock,
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
    payloadTypes: {
      pcmu: 0,
      pcma: null,
      g722: null,
      opus: null,
      telephoneEvent: null,
      telephoneEvent48: null,
      comfortNoise: null,
    },
    encryption: { ours, theirs },
    packetTimeMs: 20,
    sends: true,
    receives: true,
    ...changes,
  };
}

const say = (sequence: number, protector: PacketProtector): Promise<void> =>
  peer.sendBytes(session.port, protector.rtp(writeRtp(rtpPacket({ sequence, timestamp: sequence * 160 }))));

const heardFrames = (count: number) =>
  eventually(
    async () => heard.length,
    (length) => length === count,
  );

function openedBy(unprotector: PacketUnprotector, bytes: Buffer | undefined): RtpPacket | null {
  const clear = bytes === undefined ? null : unprotector.rtp(bytes);
  return clear === null ? null : parseRtp(clear);
}

test('accepts packets with the peer’s key and rejects plain packets and other keys', async () => {
  session.start(parameters(), listener);
  const protector = new PacketProtector(theirs);
  await peer.send(session.port, { sequence: 1 });
  await say(1, new PacketProtector(another));
  await say(1, protector);
  await say(2, protector);
  await heardFrames(2);
});

test('encrypts RTP and RTCP and keeps its packet index when the peer changes its key', async () => {
  session.start(parameters(), listener);
  session.send(new Int16Array(160));
  session.update(parameters({ encryption: { ours, theirs: another } }));
  session.send(new Int16Array(160));
  session.close();
  const [first, second, pendingHangUp] = await eventually(
    async () => peer.receivedBytes,
    (all) => all.length === 3,
  );
  const unprotector = new PacketUnprotector(ours);
  const [one, two] = [openedBy(unprotector, first), openedBy(unprotector, second)];
  expect(one?.payload).toEqual(Buffer.alloc(160, 0xff));
  expect(two?.sequence).toBe((one?.sequence ?? 0) + 1);
  expect(parseRtp(first ?? Buffer.alloc(0))?.payload).toHaveLength(170);
  expect(unprotector.rtcp(pendingHangUp ?? Buffer.alloc(0))?.at(-7)).toBe(203);
});

/** Moves the peer to another address and stream after a second of silence. @param key of its packets there */
async function moved(key: MasterKey): Promise<{ elsewhere: RtpPeer; before: PacketProtector }> {
  const elsewhere = await openRtpPeer('127.0.0.2');
  onTestFinished(() => elsewhere.close());
  session.close();
  session = await openRtp({ localAddress: '0.0.0.0', portRange: { first: 0, last: 0 }, clock });
  session.start(parameters(), listener);
  const before = new PacketProtector(theirs);
  await say(1, before);
  await heardFrames(1);
  clock.advance(1000);
  const protector = new PacketProtector(key);
  for (const sequence of [1, 2, 3, 4, 5]) {
    const packet = rtpPacket({ sequence, timestamp: sequence * 160, ssrc: 2 });
    await elsewhere.sendBytes(session.port, protector.rtp(writeRtp(packet)));
  }
  return { elsewhere, before };
}

test('follows a peer that moves to another address and stream with its key', async () => {
  const { elsewhere } = await moved(theirs);
  await heardFrames(4);
  session.send(new Int16Array(160));
  expect(await elsewhere.hasReceived(1)).toHaveLength(1);
});

test('does not follow packets without the key', async () => {
  const { elsewhere, before } = await moved(another);
  await say(2, before);
  await heardFrames(2);
  session.send(new Int16Array(160));
  expect(await peer.hasReceived(1)).toHaveLength(1);
  expect(elsewhere.received).toEqual([]);
});

test('accepts only the new key after the peer changed it', async () => {
  session.start(parameters(), listener);
  const [before, after] = [new PacketProtector(theirs), new PacketProtector(another)];
  await say(1, before);
  await heardFrames(1);
  session.update(parameters({ encryption: { ours, theirs: another } }));
  await say(2, before);
  await say(2, after);
  await say(3, after);
  await heardFrames(3);
});
