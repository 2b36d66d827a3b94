import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { rtpPacket } from '../../../test/kit/rtp-peer.ts';
import { encodeAlaw, encodeUlaw } from '../../core/g711.ts';
import { G722Encoder } from '../../core/g722.ts';
import type { RtpPacket } from './rtp-packet.ts';
import { RtpReceiver } from './rtp-receiver.ts';

const PCMU = 0;
const PCMA = 8;
const EVENT = 101;
const NOISE = 13;

let receiver: RtpReceiver;
let frames: { frame: Int16Array; positionMs: number }[];
let digits: string[];

beforeEach(() => {
  frames = [];
  digits = [];
  receiver = new RtpReceiver(0, 8000, {
    frame: (frame, positionMs) => void frames.push({ frame, positionMs }),
    digit: (digit) => void digits.push(digit),
  });
  receiver.setPayloadTypes({
    pcmu: PCMU,
    pcma: PCMA,
    g722: 9,
    opus: null,
    telephoneEvent: EVENT,
    telephoneEvent48: null,
    comfortNoise: NOISE,
  });
});

const take = (changes: Partial<RtpPacket>, atMs: number): void => {
  receiver.take(rtpPacket(changes), atMs);
  receiver.release(atMs);
};
const positions = (): number[] => frames.map(({ positionMs }) => positionMs);
/** A loud tone of 100 Hz. */
const voice = (begin: number, count = 160): Int16Array =>
  Int16Array.from({ length: count }, (_, index) =>
    Math.round(8000 * Math.sin(((begin + index) / 80) * 2 * Math.PI)),
  );
function power(samples: Int16Array = new Int16Array(1)): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}
/** The n-th packet of 20 ms. */
const spoken = (index: number): Partial<RtpPacket> => ({
  sequence: index,
  timestamp: index * 160,
  payload: encodeUlaw(voice(index * 160)),
});

describe('audio', () => {
  test.each([10, 30, 40, 60])('in packets of %i ms is delivered as frames of 20 ms', (packetTimeMs) => {
    const samples = packetTimeMs * 8;
    for (let index = 0; index * packetTimeMs < 120; index += 1) {
      const payload = encodeUlaw(voice(index * samples, samples));
      take({ sequence: index, timestamp: index * samples, payload }, index * packetTimeMs);
    }
    expect(positions()).toEqual([0, 20, 40, 60, 80, 100]);
    for (const { frame, positionMs } of frames)
      expect(encodeUlaw(frame)).toEqual(encodeUlaw(voice(positionMs * 8)));
  });

  test('is decoded from both codecs and no other', () => {
    take({ payloadType: PCMA, payload: encodeAlaw(voice(0)) }, 0);
    take({ payloadType: 96, sequence: 2, timestamp: 320 }, 20);
    take({ sequence: 3, timestamp: 480, payload: new Uint8Array() }, 40);
    expect(frames).toHaveLength(1);
    expect(power(frames[0]?.frame)).toBeGreaterThan(5000);
  });

  test('leaves a gap during silence', () => {
    take(spoken(0), 0);
    take({ ...spoken(50), sequence: 1, marker: true }, 1000);
    expect(positions()).toEqual([0, 1000]);
  });

  test('continues at its arrival time after a timestamp jump in either direction', () => {
    take(spoken(0), 0);
    take({ ...spoken(1), timestamp: 4_000_000_000 }, 20);
    take({ ...spoken(2), timestamp: 4_000_000_160 }, 40);
    take({ ...spoken(3), timestamp: 7 }, 60);
    expect(positions()).toEqual([0, 20, 40, 60]);
  });

  test('is moved forward if permanently late, as after a sender’s pause', () => {
    for (let index = 0; index < 110; index += 1) take(spoken(index), index * 20 + (index < 20 ? 0 : 3000));
    expect(positions().at(19)).toBe(380);
    expect(positions().at(-1)).toBeGreaterThan(5000);
  });

  test('is not moved forward after a network delay', () => {
    for (let index = 0; index < 110; index += 1)
      take(spoken(index), Math.max(index * 20, index < 100 ? 0 : 2500));
    expect(positions().at(-1)).toBe(109 * 20);
  });
});

describe('packet loss concealment', () => {
  test('repeats the last audio, fades, and is silent after 60 ms', () => {
    for (const index of [0, 1, 2]) take(spoken(index), index * 20);
    take(spoken(7), 140);
    expect(frames).toHaveLength(3);
    receiver.release(200);
    expect(positions()).toEqual([0, 20, 40, 60, 80, 100, 120, 140]);
    const powers = frames.map(({ frame }) => power(frame));
    expect(powers[3]).toBeGreaterThan(4000);
    // The pitch continues, so the concealment resembles the lost audio.
    const made = frames[3]?.frame.slice(0, 80) ?? new Int16Array();
    const real = voice(3 * 160, 80);
    const error = made.map((sample, index) => sample - (real[index] ?? 0));
    expect(power(error)).toBeLessThan(power(real) / 3);
    expect(powers[4]).toBeLessThan(powers[3] ?? 0);
    expect(powers[5]).toBeLessThan(powers[4] ?? 0);
    expect(powers[6]).toBe(0);
  });

  test('lasts at most 100 ms', () => {
    take(spoken(0), 0);
    take(spoken(20), 400);
    receiver.release(460);
    expect(positions()).toEqual([0, 20, 40, 60, 80, 100, 400]);
  });

  test('is not applied after a key press or comfort noise', () => {
    take(spoken(0), 0);
    take({ payloadType: EVENT, sequence: 1, timestamp: 160, payload: Uint8Array.of(5, 10, 0, 160) }, 20);
    take(spoken(4), 80);
    receiver.release(140);
    expect(positions()).toEqual([0, 80]);
  });
});

describe('a key press', () => {
  const key = (sequence: number, timestamp: number, [code, second, duration]: [number, number, number]) =>
    take(
      {
        payloadType: EVENT,
        sequence,
        timestamp,
        payload: Uint8Array.of(code, second, duration >> 8, duration & 255),
      },
      sequence * 20,
    );

  test('is reported once at its first packet, and its tone is muted', () => {
    take(spoken(0), 0);
    key(1, 160, [7, 10, 160]);
    expect(digits).toEqual(['7']);
    take({ ...spoken(1), sequence: 2 }, 30);
    key(3, 160, [7, 0x8a, 320]);
    key(4, 160, [7, 0x8a, 320]);
    take({ ...spoken(3), sequence: 5 }, 80);
    expect(digits).toEqual(['7']);
    expect(frames.map(({ frame }) => power(frame) > 1000)).toEqual([true, false, true]);
  });

  test('is reported even if only its last packet arrives', () => {
    key(5, 160, [11, 0x8a, 800]);
    expect(digits).toEqual(['#']);
  });

  test('without an end packet stops muting after a timeout', () => {
    key(0, 160, [1, 10, 160]);
    take({ ...spoken(12), sequence: 1 }, 240);
    expect(power(frames[0]?.frame)).toBeGreaterThan(1000);
  });
});

describe('key presses with their own SSRC', () => {
  const key = (changes: Partial<RtpPacket>, [code, second]: [number, number], atMs: number): void =>
    take({ payloadType: EVENT, payload: Uint8Array.of(code, second, 1, 64), ...changes }, atMs);

  test('are reported once without affecting the audio', () => {
    for (let index = 0; index < 4; index += 1) take(spoken(index), index * 20);
    for (const [index, second] of [10, 10, 0x8a, 0x8a].entries()) {
      key({ ssrc: 7, sequence: 500 + index, timestamp: 90_000 }, [4, second], 80 + index * 20);
      take(spoken(4 + index), 80 + index * 20);
    }
    key({ ssrc: 7, sequence: 504, timestamp: 95_000 }, [4, 10], 180);
    expect(digits).toEqual(['4', '4']);
    expect(positions()).toEqual(Array.from({ length: 8 }, (_, index) => index * 20));
    expect(frames.every(({ frame }) => power(frame) > 4000)).toBe(true);
  });

  test('are reported while the audio pauses and after it resumes', () => {
    take(spoken(0), 0);
    for (const [index, second] of [10, 0x8a, 0x8a].entries())
      key({ ssrc: 7, sequence: index, timestamp: 90_000 }, [4, second], 20 + index * 20);
    take({ ...spoken(5), sequence: 1 }, 100);
    expect(digits).toEqual(['4']);
    expect(positions()).toEqual([0, 100]);
  });

  test('are reported once if the audio moves to that SSRC', () => {
    take(spoken(0), 0);
    key({ ssrc: 7, sequence: 500, timestamp: 90_000 }, [4, 10], 20);
    take({ ...spoken(0), ssrc: 7, sequence: 501, timestamp: 90_160 }, 40);
    take({ ...spoken(1), ssrc: 7, sequence: 502, timestamp: 90_320 }, 60);
    key({ ssrc: 7, sequence: 503, timestamp: 90_000 }, [4, 0x8a], 80);
    expect(digits).toEqual(['4']);
  });

  test('are reported once if the end packet arrives after an SSRC change', () => {
    key({ sequence: 1, timestamp: 160 }, [4, 10], 20);
    take({ ...spoken(0), ssrc: 7, sequence: 501, timestamp: 90_160 }, 40);
    take({ ...spoken(1), ssrc: 7, sequence: 502, timestamp: 90_320 }, 60);
    key({ sequence: 2, timestamp: 160 }, [4, 0x8a], 80);
    expect(digits).toEqual(['4']);
  });
});

describe('comfort noise', () => {
  test('is generated at the described level until audio resumes', () => {
    take(spoken(0), 0);
    take({ payloadType: NOISE, sequence: 1, timestamp: 160, payload: Uint8Array.of(40) }, 20);
    for (let atMs = 20; atMs <= 400; atMs += 20) receiver.tick(atMs);
    take({ ...spoken(20), sequence: 2, marker: true }, 400);
    expect(positions()).toEqual([0, ...Array.from({ length: 16 }, (_, index) => 20 + index * 20), 400]);
    const level = power(frames[5]?.frame);
    expect(level).toBeGreaterThan(250);
    expect(level).toBeLessThan(400);
    receiver.tick(600);
    expect(frames).toHaveLength(18);
  });

  test('is bounded after a long gap', () => {
    take({ payloadType: NOISE, sequence: 1, timestamp: 160, payload: Uint8Array.of(127) }, 20);
    receiver.tick(60_000);
    expect(frames.length).toBeLessThanOrEqual(50);
    expect(frames.every(({ frame }) => power(frame) === 0)).toBe(true);
  });
});

describe('a new SSRC', () => {
  test('takes over with its second packet without loss', () => {
    take(spoken(0), 0);
    take({ ...spoken(0), ssrc: 2, sequence: 700, timestamp: 5_000_000 }, 20);
    expect(frames).toHaveLength(1);
    take({ ...spoken(1), ssrc: 2, sequence: 701, timestamp: 5_000_160 }, 40);
    expect(positions()).toEqual([0, 20, 40]);
  });

  test('is ignored if its packets alternate with those of the current SSRC', () => {
    for (let index = 0; index < 5; index += 1) {
      take(spoken(index), index * 20);
      take({ ...spoken(index), ssrc: 2, sequence: 900 + index }, index * 20 + 10);
    }
    expect(frames).toHaveLength(5);
  });
});

test('delivers complete, ordered and bounded frames for any input', () => {
  const packet = fc.record({
    payloadType: fc.constantFrom(PCMU, PCMA, EVENT, NOISE, 96),
    marker: fc.boolean(),
    sequence: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 65_535 })),
    timestamp: fc.oneof(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 0, max: 0xffffffff })),
    ssrc: fc.constantFrom(1, 1, 1, 2),
    payload: fc.uint8Array({ maxLength: 500 }),
  });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(packet, fc.integer({ min: 0, max: 200 })), { maxLength: 60 }),
      (arrivals) => {
        const seen: number[] = [];
        const fuzzed = new RtpReceiver(0, 8000, {
          frame: (frame, positionMs) => {
            expect(frame).toHaveLength(160);
            seen.push(positionMs);
          },
          digit: (digit) => expect(digit).toMatch(/^[0-9*#A-D]$/),
        });
        fuzzed.setPayloadTypes({
          pcmu: PCMU,
          pcma: PCMA,
          g722: 9,
          opus: null,
          telephoneEvent: EVENT,
          telephoneEvent48: null,
          comfortNoise: NOISE,
        });
        let atMs = 0;
        for (const [one, pauseMs] of arrivals) {
          atMs += pauseMs;
          fuzzed.take(one, atMs);
          fuzzed.release(atMs);
          fuzzed.tick(atMs);
        }
        for (let index = 1; index < seen.length; index += 1) {
          expect(seen[index]).toBeGreaterThanOrEqual((seen[index - 1] ?? 0) + 20 - 1e-9);
        }
      },
    ),
    { numRuns: 1000 },
  );
});

describe('G.722', () => {
  const sine = (begin: number, count: number, rateHz: number): Int16Array =>
    Int16Array.from({ length: count }, (_, index) =>
      Math.round(8000 * Math.sin((2 * Math.PI * 440 * (begin + index)) / rateHz)),
    );

  function received(rateHz: 8000 | 16_000): { take: typeof take; sound: () => Int16Array } {
    const heard: { frame: Int16Array; positionMs: number }[] = [];
    const session = new RtpReceiver(0, rateHz, {
      frame: (frame, positionMs) => void heard.push({ frame, positionMs }),
      digit: () => undefined,
    });
    session.setPayloadTypes({
      pcmu: 0,
      pcma: null,
      g722: 9,
      opus: null,
      telephoneEvent: null,
      telephoneEvent48: null,
      comfortNoise: NOISE,
    });
    return {
      take: (changes, atMs) => {
        session.take(rtpPacket(changes), atMs);
        session.release(atMs);
      },
      sound: () => {
        expect(heard.map(({ positionMs }) => positionMs)).toEqual(heard.map((_, index) => index * 20));
        for (const { frame } of heard) expect(frame).toHaveLength(rateHz / 50);
        return Int16Array.from(heard.flatMap(({ frame }) => [...frame]));
      },
    };
  }

  test.each([
    ['16 kHz', 16_000],
    ['8 kHz, of a call that began with G.711', 8000],
  ] as const)('arrives in frames of %s, loud and without gaps', (_name, rateHz) => {
    const session = received(rateHz);
    const encoder = new G722Encoder();
    for (let at = 0; at < 25; at += 1) {
      const payload = encoder.encode(sine(at * 320, 320, 16_000));
      session.take({ payloadType: 9, payload, sequence: at, timestamp: at * 160 }, at * 20);
    }
    const sound = session.sound();
    expect(sound.length).toBe(25 * (rateHz / 50));
    expect(power(sound.subarray(rateHz / 10))).toBeCloseTo(8000 / Math.SQRT2, -3);
  });

  test('may alternate with G.711, and lost packets are concealed', () => {
    const session = received(16_000);
    const encoder = new G722Encoder();
    for (let at = 0; at < 25; at += 1) {
      const isPlain = at > 12;
      const payload = isPlain
        ? encodeUlaw(sine(at * 160, 160, 8000))
        : encoder.encode(sine(at * 320, 320, 16_000));
      if (at === 6 || at === 18) continue;
      session.take(
        { payloadType: isPlain ? 0 : 9, payload, sequence: at, timestamp: at * 160 },
        at * 20 + (at === 7 || at === 19 ? 60 : 0),
      );
    }
    const sound = session.sound();
    expect(sound.length).toBe(25 * 320);
    for (const at of [6, 18]) {
      expect(power(sound.subarray(at * 320, (at + 1) * 320))).toBeGreaterThan(2000);
    }
  });
});
