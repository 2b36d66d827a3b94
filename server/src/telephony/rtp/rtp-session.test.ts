import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ManualClock, manualClock } from '../../../test/kit/clocks.ts';
import { eventually } from '../../../test/kit/eventually.ts';
import { openRtpPeer, type RtpPeer } from '../../../test/kit/rtp-peer.ts';
import { decodeAlaw, decodeUlaw, encodeUlaw } from '../../core/g711.ts';
import { OpusCodec } from './opus-codec.ts';
import type { RtpParameters } from './rtp-parameters.ts';
import { openRtp, type RtpSession } from './rtp-session.ts';
import { parseTelephoneEvent } from './telephone-event.ts';

let clock: ManualClock;
let peer: RtpPeer;
let session: RtpSession;
let frames: { frame: Int16Array; positionMs: number }[];
let digits: string[];
let lost: string[];

const listener = {
  frame: (frame: Int16Array, positionMs: number) => void frames.push({ frame, positionMs }),
  digit: (digit: string) => void digits.push(digit),
  lost: (reason: string) => void lost.push(reason),
};

const TYPES: RtpParameters['payloadTypes'] = {
  pcmu: 0,
  pcma: 8,
  g722: 9,
  opus: null,
  telephoneEvent: 101,
  telephoneEvent48: null,
  comfortNoise: 13,
};

function parameters(changes: Partial<RtpParameters> = {}): RtpParameters {
  return {
    remoteAddress: '127.0.0.1',
    remotePort: peer.port,
    remoteRtcpPort: null,
    codec: 'pcmu',
    payloadTypes: TYPES,
    packetTimeMs: 20,
    sends: true,
    receives: true,
    ...changes,
  };
}

const framesOf = (count: number) =>
  eventually(
    async () => frames,
    (all) => all.length >= count,
  );

async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    clock.advance(1000);
    await turn();
  }
}

/** Audio that µ-law encodes without loss. */
const tone = decodeUlaw(Uint8Array.from({ length: 160 }, (_, index) => index));

beforeEach(async () => {
  clock = manualClock();
  frames = [];
  digits = [];
  lost = [];
  peer = await openRtpPeer();
  session = await openRtp({ localAddress: '127.0.0.1', portRange: { first: 0, last: 0 }, clock });
});
afterEach(async () => {
  session.close();
  peer.close();
  // A timer that still sleeps would keep the ended call in memory.
  await eventually(
    async () => clock.sleeping(),
    (count) => count === 0,
  );
});

async function sendAudio(sequences: readonly number[]): Promise<void> {
  for (const sequence of sequences) {
    await peer.send(session.port, { sequence, timestamp: sequence * 160, payload: encodeUlaw(tone) });
  }
}

describe('received packets', () => {
  test('are delivered in order as frames with positions', async () => {
    session.start(parameters(), listener);
    await sendAudio([65_534, 65_535]);
    for (const sequence of [1, 0]) {
      await peer.send(session.port, { sequence, timestamp: (65_536 + sequence) * 160 });
    }
    const positions = (await framesOf(4)).map(({ positionMs }) => positionMs);
    expect(positions).toEqual([0, 20, 40, 60]);
    expect(frames[0]?.frame).toEqual(tone);
  });

  test('are continued after a loss with concealment', async () => {
    session.start(parameters(), listener);
    await sendAudio([1, 2, 3, 5]);
    await framesOf(3);
    await eventually(
      async () => clock.sleeping(),
      (count) => count === 2,
    );
    clock.advance(60);
    const all = await framesOf(5);
    expect(all.map(({ positionMs }) => positionMs)).toEqual([0, 20, 40, 60, 80]);
    expect(all[3]?.frame.some((sample) => sample !== 0)).toBe(true);
  });

  test('are accepted from an address behind NAT, and then from no other source', async () => {
    const candidate = await openRtpPeer();
    session.start(parameters({ remotePort: 9 }), listener);
    await sendAudio([1, 2, 3, 4]);
    await framesOf(2);
    session.send(tone);
    await peer.hasReceived(1);
    for (const sequence of [5, 6, 7, 8])
      await candidate.send(session.port, { sequence, timestamp: sequence * 160 });
    await sendAudio([5]);
    expect(await framesOf(3)).toHaveLength(3);
    expect(candidate.received).toEqual([]);
    candidate.close();
  });

  test('report a digit once per key press', async () => {
    session.start(parameters(), listener);
    const press = (sequence: number, bytes: number[]) =>
      peer.send(session.port, {
        payloadType: 101,
        sequence,
        timestamp: 160,
        payload: Uint8Array.from(bytes),
      });
    await press(1, [7, 10, 0, 160]);
    await press(2, [7, 10, 1, 64]);
    for (const sequence of [3, 4, 5]) await press(sequence, [7, 0x8a, 1, 64]);
    await sendAudio([6]);
    await framesOf(1);
    expect(digits).toEqual(['7']);
  });

  test('are reported missing once after 30 seconds unless the call is on hold', async () => {
    session.start(parameters(), listener);
    session.update(parameters({ receives: false }));
    await pass(40);
    expect(lost).toEqual([]);
    session.update(parameters());
    await pass(29);
    expect(lost).toEqual([]);
    await pass(10);
    expect(lost).toHaveLength(1);
  }, 60_000);

  test('are reported missing after 15 seconds, even on hold, if the peer cannot send BYE', async () => {
    session.start(parameters(), listener);
    session.update(parameters({ receives: false }));
    await pass(40);
    session.shortenSilenceTimeout();
    await pass(14);
    expect(lost).toEqual([]);
    await pass(10);
    expect(lost).toEqual(['No media arrived for 15 seconds.']);
  }, 60_000);
});

describe('sent packets', () => {
  test.each([
    ['pcmu', decodeUlaw, 0],
    ['pcma', decodeAlaw, 8],
  ] as const)('are sent immediately as %s', async (codec, decode, payloadType) => {
    session.start(parameters({ codec }), listener);
    session.send(tone);
    session.send(tone);
    const [first, second] = await peer.hasReceived(2);
    expect(first).toMatchObject({ payloadType, marker: true });
    expect(second).toMatchObject({ payloadType, marker: false, ssrc: first?.ssrc });
    expect(((second?.timestamp ?? 0) - (first?.timestamp ?? 0)) >>> 0).toBe(160);
    expect(decode(first?.payload ?? new Uint8Array())).toHaveLength(160);
  });

  test('have the peer’s ptime', async () => {
    session.start(parameters({ packetTimeMs: 10 }), listener);
    session.send(tone);
    const short = await peer.hasReceived(2);
    expect(short.map(({ payload }) => payload.length)).toEqual([80, 80]);
    session.update(parameters({ packetTimeMs: 60 }));
    session.send(tone);
    session.send(tone);
    expect((await peer.hasReceived(3))[2]?.payload).toHaveLength(320);
  });

  test('contain keys in place of audio, each with three end packets', async () => {
    session.start(parameters(), listener);
    let isOut = false;
    let isSilenced = false;
    const out = session.sendDigits('4w#').finally(() => {
      isOut = true;
    });
    while (!isOut) {
      if (!session.send(tone)) isSilenced = true;
      await Promise.resolve();
    }
    expect(await out).toBe(true);
    expect(isSilenced).toBe(true);
    const packets = await peer.hasReceived(7 + 4 + 25 + 7);
    const events = packets.filter(({ payloadType }) => payloadType === 101);
    const said = events.map(({ payload }) => parseTelephoneEvent(payload));
    expect(said.map((event) => `${event?.digit}${event?.isEnd ? '!' : ''}${event?.duration}`)).toEqual(
      ['4', '#'].flatMap((digit) =>
        ['160', '320', '480', '640', '!800', '!800', '!800'].map((rest) => `${digit}${rest}`),
      ),
    );
    expect(new Set(events.slice(0, 7).map(({ timestamp }) => timestamp)).size).toBe(1);
    expect(events.map(({ marker }) => marker).filter(Boolean)).toHaveLength(2);
  });

  test('contain keys pressed after a hold, but none pressed during it', async () => {
    session.start(parameters(), listener);
    const before = session.sendDigits('12');
    session.send(tone);
    session.update(parameters({ sends: false }));
    expect(await before).toBe(false);
    expect(await session.sendDigits('3')).toBe(false);
    session.send(tone);
    session.update(parameters());
    session.send(tone);
    void session.sendDigits('4');
    session.send(tone);
    const packets = await peer.hasReceived(3);
    expect(packets.map(({ payloadType }) => payloadType)).toEqual([101, 0, 101]);
    expect(parseTelephoneEvent(packets[2]?.payload ?? new Uint8Array())?.digit).toBe('4');
  });

  test('are followed by an RTCP BYE', async () => {
    session.start(parameters(), listener);
    session.send(tone);
    session.close();
    const bytes = await eventually(
      async () => peer.receivedBytes,
      (all) => all.length >= 2,
    );
    expect(bytes.at(-1)?.[1]).toBe(200);
    expect(bytes.at(-1)?.at(-7)).toBe(203);
    await expect(session.sendDigits('1')).resolves.toBe(false);
  });
});

describe('Opus', () => {
  const both: Partial<RtpParameters> = {
    codec: 'g722',
    payloadTypes: { ...TYPES, opus: 111 },
  };
  /** Stays open until `finish`. */
  let finish: (opus: Promise<OpusCodec>) => void;
  let opened: number;

  beforeEach(async () => {
    session.close();
    opened = 0;
    session = await openRtp({
      localAddress: '127.0.0.1',
      portRange: { first: 0, last: 0 },
      clock,
      openOpus: () => {
        opened += 1;
        return new Promise((resolve) => {
          finish = resolve;
        });
      },
    });
  });
  const sendOpus = (sequence: number) =>
    peer.send(session.port, {
      payloadType: 111,
      sequence,
      timestamp: 6 * sequence * 160,
      payload: Uint8Array.of(0x48),
    });
  const opens = () =>
    eventually(
      async () => opened,
      (count) => count === 1,
    );

  test('is not loaded for a call in another codec', async () => {
    session.start(parameters(both), listener);
    await sendAudio([1, 2]);
    await framesOf(2);
    expect(opened).toBe(0);
  });

  test('holds back only its own packets while it is loaded, and none of a call in another codec after a failure', async () => {
    session.start(parameters(both), listener);
    await sendAudio([1, 2]);
    await framesOf(2);
    await sendOpus(3);
    await opens();
    await sendAudio([4]);
    await eventually(
      async () => clock.sleeping(),
      (count) => count === 2,
    );
    clock.advance(60);
    await framesOf(3);
    finish(Promise.reject(new Error('out of memory')));
    await sendOpus(5);
    await sendAudio([6]);
    await framesOf(4);
    expect(opened).toBe(1);
    expect(lost).toEqual([]);
    session.update(parameters({ ...both, codec: 'opus' }));
    expect(lost).toEqual(['Opus could not be loaded: out of memory']);
  });

  test('is loaded with its first packet, which is not lost', async () => {
    session.start(parameters(both), listener);
    await sendOpus(1);
    await opens();
    await sendOpus(2);
    expect(frames).toEqual([]);
    finish(OpusCodec.open(16_000));
    expect((await framesOf(2)).map(({ positionMs }) => positionMs)).toEqual([0, 20]);
  });

  test('ends a call in Opus if it cannot be loaded', async () => {
    session.start(parameters({ ...both, codec: 'opus' }), listener);
    finish(Promise.reject(new Error('out of memory')));
    await eventually(
      async () => lost,
      (reasons) => reasons.length > 0,
    );
    expect(lost).toEqual(['Opus could not be loaded: out of memory']);
  });
});
