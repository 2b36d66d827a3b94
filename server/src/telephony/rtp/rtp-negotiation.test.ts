import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ManualClock, manualClock } from '../../../test/kit/clocks.ts';
import { eventually } from '../../../test/kit/eventually.ts';
import { openRtpPeer, type RtpPeer, rtpPacket } from '../../../test/kit/rtp-peer.ts';
import { writeReport } from './rtcp-exchange.ts';
import { writeRtp } from './rtp-packet.ts';
import type { RtpParameters } from './rtp-parameters.ts';
import { openRtp, type RtpSession } from './rtp-session.ts';

let clock: ManualClock;
let sessions: RtpSession[];
let peers: RtpPeer[];
let frames: number;
let digits: string[];

const listener = {
  frame: () => {
    frames += 1;
  },
  digit: (digit: string) => void digits.push(digit),
  lost: () => undefined,
};
const silence = new Int16Array(160);

async function open(
  address = '127.0.0.1',
): Promise<{ session: RtpSession; peer: RtpPeer; control: RtpPeer }> {
  const session = await openRtp({ localAddress: address, portRange: { first: 0, last: 0 }, clock });
  const [peer, control] = await Promise.all([openRtpPeer(address), openRtpPeer(address)]);
  sessions.push(session);
  peers.push(peer, control);
  return { session, peer, control };
}

function to(peer: RtpPeer, changes: Partial<RtpParameters> = {}): RtpParameters {
  return {
    remoteAddress: '127.0.0.1',
    remotePort: peer.port,
    remoteRtcpPort: null,
    codec: 'pcmu',
    payloadTypes: {
      pcmu: 0,
      pcma: 8,
      g722: null,
      opus: null,
      telephoneEvent: 101,
      telephoneEvent48: null,
      comfortNoise: 13,
    },
    packetTimeMs: 20,
    sends: true,
    receives: true,
    ...changes,
  };
}

async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    clock.advance(1000);
    await turn();
  }
}

beforeEach(() => {
  clock = manualClock();
  sessions = [];
  peers = [];
  frames = 0;
  digits = [];
});
afterEach(() => {
  for (const session of sessions) session.close();
  for (const peer of peers) peer.close();
});

describe('RTCP reports', () => {
  test('are sent to the negotiated port and refer to the peer’s reports', async () => {
    const { session, peer, control } = await open();
    session.start(to(peer, { remoteRtcpPort: control.port }), listener);
    await peer.send(session.port, { ssrc: 77, sequence: 5 });
    await eventually(
      async () => frames,
      (count) => count === 1,
    );
    const sent = { wallMs: 1500, timestamp: 0, packets: 1, bytes: 160 };
    await control.sendBytes(session.port + 1, writeReport({ ssrc: 77, name: 'peer', sent, received: null }));
    await eventually(
      async () => {
        await pass(5);
        return control.receivedBytes.map((bytes) => bytes.toString('hex'));
      },
      // Waits for a receiver report with one block about SSRC 77 and the middle bits of its NTP time.
      (reports) =>
        reports.some(
          (hex) =>
            hex.startsWith('81c90007') &&
            hex.slice(16, 24) === '0000004d' &&
            hex.slice(48, 56) === '7e818000',
        ),
    );
    session.send(silence);
    await pass(5);
    await eventually(
      async () => control.receivedBytes.map((bytes) => bytes[1]),
      (types) => types.at(-1) === 200,
    );
    expect(peer.receivedBytes.some((bytes) => bytes[1] === 200)).toBe(false);
  });

  test('keep a silent call alive', async () => {
    const { session, peer } = await open();
    let lost = 0;
    session.start(to(peer), {
      ...listener,
      lost: () => {
        lost += 1;
      },
    });
    await pass(25);
    const before = peer.receivedBytes.length;
    await peer.sendBytes(session.port, writeReport({ ssrc: 77, name: 'peer', sent: null, received: null }));
    await peer.send(session.port, { ssrc: 77 });
    await eventually(
      async () => frames,
      (count) => count === 1,
    );
    await pass(25);
    expect(lost).toBe(0);
    expect(peer.receivedBytes.length).toBeGreaterThan(before);
    await pass(10);
    expect(lost).toBe(1);
  });
});

describe('a renegotiation', () => {
  test('moves the stream to another address and ignores the old one', async () => {
    const { session, peer } = await open();
    const { peer: other } = await open();
    session.start(to(peer), listener);
    session.send(silence);
    await peer.hasReceived(1);
    session.update(to(other));
    session.send(silence);
    await other.hasReceived(1);
    for (const sequence of [1, 2, 3, 4]) await peer.send(session.port, { sequence });
    await other.send(session.port, { sequence: 2 });
    await eventually(
      async () => frames,
      (count) => count === 1,
    );
    session.send(silence);
    await other.hasReceived(2);
    expect(peer.received).toHaveLength(1);
  });

  test('may stop sending or change payload types', async () => {
    const { session, peer } = await open();
    session.start(to(peer), listener);
    session.update(to(peer, { sends: false }));
    session.send(silence);
    session.update(
      to(peer, {
        payloadTypes: {
          pcmu: null,
          pcma: 8,
          g722: null,
          opus: null,
          telephoneEvent: 96,
          telephoneEvent48: null,
          comfortNoise: null,
        },
      }),
    );
    session.send(silence);
    session.update(to(peer, { codec: 'pcma' }));
    session.send(silence);
    const [only] = await peer.hasReceived(1);
    expect(only).toMatchObject({ payloadType: 8 });
    session.update(
      to(peer, {
        payloadTypes: {
          pcmu: 0,
          pcma: 8,
          g722: null,
          opus: null,
          telephoneEvent: 96,
          telephoneEvent48: null,
          comfortNoise: null,
        },
      }),
    );
    const press = Uint8Array.of(3, 10, 0, 160);
    await peer.send(session.port, { payloadType: 101, sequence: 1, payload: press });
    await peer.send(session.port, { payloadType: 96, sequence: 2, payload: press });
    await eventually(
      async () => digits,
      (all) => all.length > 0,
    );
    expect(digits).toEqual(['3']);
  });
});

test('sends and receives over IPv6', async () => {
  const { session, peer } = await open('::1');
  session.start(to(peer, { remoteAddress: '::1' }), listener);
  session.send(silence);
  await peer.hasReceived(1);
  await peer.send(session.port, {});
  await eventually(
    async () => frames,
    (count) => count === 1,
  );
});

test('sends nothing to host names and invalid ports', async () => {
  const { session, peer } = await open();
  session.start(to(peer, { remoteAddress: 'localhost' }), listener);
  session.send(silence);
  for (const nowhere of [{ remotePort: 0 }, { remoteAddress: '0.0.0.0' }, { remoteAddress: '::' }]) {
    session.update(to(peer, nowhere));
    session.send(silence);
  }
  session.update(to(peer));
  session.send(silence);
  await peer.hasReceived(1);
  expect(peer.received).toHaveLength(1);
});

test('accepts a valid packet after arbitrary input on both ports', async () => {
  const { session, peer } = await open();
  session.start(to(peer), listener);
  const headed = fc.tuple(fc.constantFrom(0x80, 0x90, 0xa0, 0xbf), fc.uint8Array({ maxLength: 60 }));
  const packet = fc.oneof(
    fc.uint8Array({ maxLength: 100 }),
    headed.map(([first, rest]) => Uint8Array.of(first, ...rest)),
    fc
      .uint8Array({ maxLength: 20 })
      .map((payload) => writeRtp(rtpPacket({ payloadType: 101, payload, ssrc: 9 }))),
  );
  for (const bytes of fc.sample(packet, 500)) {
    await peer.sendBytes(session.port, bytes);
    await peer.sendBytes(session.port + 1, bytes);
    // Yields to the event loop, because otherwise the socket buffer overflows after a few hundred packets.
    await turn();
  }
  for (const sequence of [40_000, 40_001, 40_002])
    await peer.send(session.port, { sequence, timestamp: sequence * 160, ssrc: 9 });
  await eventually(
    async () => frames,
    (count) => count > 0,
  );
});
