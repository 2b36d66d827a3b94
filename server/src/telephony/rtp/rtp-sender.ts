import { randomInt } from 'node:crypto';
import { FRAME_MS, frameSamples, type SampleRateHz } from '../../voice/legs/media-leg.ts';
import { dualTone } from './dual-tone.ts';
import { type Codec, createEncoder } from './rtp-codec.ts';
import { timestampDistance, writeRtp } from './rtp-packet.ts';
import type { RtpParameters } from './rtp-parameters.ts';
import { TICKS_PER_MS } from './rtp-timeline.ts';
import { eventCodeOf, type TelephoneEvent, writeTelephoneEvent } from './telephone-event.ts';

export interface SenderCount {
  packets: number;
  bytes: number;
  timestamp: number;
}

type Send = Pick<RtpParameters, 'codec' | 'payloadTypes' | 'packetTimeMs'>;

const FRAME_TICKS = FRAME_MS * TICKS_PER_MS;

/** Packetizes frames immediately. With a ptime of 40 ms a frame waits for the next one. */
export class RtpSender {
  readonly ssrc = randomInt(2 ** 32);
  readonly #transmit: (packet: Buffer) => void;
  readonly #digits = createDigitSender();
  #config: Send | null = null;
  #rateHz: SampleRateHz = 8000;
  /** Keeps state from packet to packet. */
  #encoder: { codec: Codec; encode: (frame: Int16Array) => Uint8Array } | null = null;
  /** In the lower half, so that the rollover counter is unambiguous if first packets are lost (RFC 3711 3.3.1). */
  #sequence = randomInt(2 ** 15);
  #timestamp = randomInt(2 ** 32);
  #pressedAt = 0;
  #isFirst = true;
  #half: Uint8Array | null = null;
  #packets = 0;
  #bytes = 0;

  constructor(transmit: (packet: Buffer) => void) {
    this.#transmit = transmit;
  }

  /** @param rateHz of the frames; other rates of the codec are resampled */
  configure(config: Send, rateHz: SampleRateHz): void {
    this.#config = config;
    this.#rateHz = rateHz;
  }

  /** Advances time without sending. The next packet then starts a talkspurt. */
  skip(): void {
    this.#half = null;
    this.#isFirst = true;
    this.#timestamp = (this.#timestamp + FRAME_TICKS) >>> 0;
  }

  /** Sends 20 ms. Timestamps count frames, not real time. @returns false if replaced by a key */
  send(frame: Int16Array): boolean {
    if (this.#config === null) return false;
    const step = this.#digits.next();
    if (step === null) this.#audio(frame, this.#config);
    else this.#key(step, this.#config);
    this.#timestamp = (this.#timestamp + FRAME_TICKS) >>> 0;
    return step === null;
  }

  /** Sends keys in place of audio frames. @returns true when sent, false if dropped */
  sendDigits(digits: string): Promise<boolean> {
    return this.#digits.add(digits);
  }

  count(): SenderCount {
    return { packets: this.#packets, bytes: this.#bytes, timestamp: this.#timestamp };
  }

  dropDigits(): void {
    this.#digits.drop();
  }

  #packet(payloadType: number, payload: Uint8Array, at: { timestamp: number; marker: boolean }): void {
    this.#packets += 1;
    this.#bytes += payload.length;
    this.#isFirst = false;
    const { timestamp, marker } = at;
    const sequence = this.#sequence;
    this.#transmit(writeRtp({ payloadType, payload, timestamp, marker, sequence, ssrc: this.ssrc }));
    this.#sequence = (sequence + 1) & 0xffff;
  }

  #audio(frame: Int16Array, { codec, payloadTypes, packetTimeMs }: Send): void {
    const payloadType = payloadTypes[codec];
    if (payloadType === null) return;
    if (this.#encoder?.codec !== codec) this.#encoder = { codec, encode: createEncoder(codec, this.#rateHz) };
    const bytes = this.#encoder.encode(frame);
    const timestamp = this.#timestamp;
    const marker = this.#isFirst;
    if (packetTimeMs >= 40) this.#joined(payloadType, bytes);
    else if (packetTimeMs >= 20) this.#packet(payloadType, bytes, { timestamp, marker });
    else {
      const middle = bytes.length >> 1;
      this.#packet(payloadType, bytes.subarray(0, middle), { timestamp, marker });
      this.#packet(payloadType, bytes.subarray(middle), { timestamp: timestamp + middle, marker: false });
    }
  }

  #joined(payloadType: number, bytes: Uint8Array): void {
    const half = this.#half;
    this.#half = half === null ? bytes : null;
    if (half === null) return;
    const timestamp = this.#timestamp - half.length;
    this.#packet(payloadType, Buffer.concat([half, bytes]), { timestamp, marker: this.#isFirst });
  }

  #key({ event, isFirst }: NonNullable<DigitStep>, config: Send): void {
    const type = config.payloadTypes.telephoneEvent;
    this.#half = null;
    if (isFirst) this.#pressedAt = this.#timestamp;
    if (type !== null) {
      this.#packet(type, writeTelephoneEvent(event), { timestamp: this.#pressedAt, marker: isFirst });
      return;
    }
    const begin = timestampDistance(this.#pressedAt, this.#timestamp);
    const frame = new Int16Array(frameSamples(this.#rateHz));
    const perTick = frame.length / FRAME_TICKS;
    const count = begin < event.duration ? frame.length : 0;
    frame.set(dualTone(event.digit, begin * perTick, { count, rateHz: this.#rateHz }));
    this.#audio(frame, { ...config, packetTimeMs: 20 });
  }
}

/** Event to send in place of one audio frame; null if the audio is to be sent. */
type DigitStep = {
  event: TelephoneEvent;
  isFirst: boolean;
} | null;

interface DigitSender {
  /**
   * Queues keys. Resolves to true when all are sent, to false if they are dropped. Ignores characters other than keys
   * and `w`.
   */
  add(digits: string): Promise<boolean>;
  /** The next step. Must be called once per 20 ms. */
  next(): DigitStep;
  drop(): void;
}

/** 100 ms. Receivers must accept 40 ms. */
const PRESS_FRAMES = 5;
/** The end packet is sent three times (RFC 4733 2.5.1.4). */
const END_FRAMES = 3;
const PAUSE_FRAMES = 4;
const WAIT_FRAMES = 25;
/** Level in -dBm0. */
const VOLUME = 10;
const MAX_WAITING = 256;

type Waiting = { digit: string; wait: number } | { done: (isOut: boolean) => void };

/** Sends keys one after the other, one step per audio frame. */
function createDigitSender(): DigitSender {
  const waiting: Waiting[] = [];
  let pressed: { digit: string; frame: number } | null = null;
  let pause = 0;

  function press(): DigitStep {
    if (pressed === null) return null;
    const { digit, frame } = pressed;
    const isEnd = frame >= PRESS_FRAMES - 1;
    pressed = frame === PRESS_FRAMES + END_FRAMES - 2 ? null : { digit, frame: frame + 1 };
    if (pressed === null) pause = PAUSE_FRAMES;
    const duration = Math.min(frame + 1, PRESS_FRAMES) * FRAME_TICKS;
    return { event: { digit, isEnd, volume: VOLUME, duration }, isFirst: frame === 0 };
  }

  function begin(): void {
    for (let first = waiting.shift(); first !== undefined; first = waiting.shift()) {
      if ('done' in first) first.done(true);
      else if (first.wait > 0) {
        pause = first.wait;
        return;
      } else {
        pressed = { digit: first.digit, frame: 0 };
        return;
      }
    }
  }

  return {
    add(digits) {
      for (const digit of digits.slice(0, Math.max(0, MAX_WAITING - waiting.length))) {
        if (digit.toLowerCase() === 'w') waiting.push({ digit, wait: WAIT_FRAMES });
        else if (eventCodeOf(digit) !== null) waiting.push({ digit: digit.toUpperCase(), wait: 0 });
      }
      return new Promise((done) => {
        waiting.push({ done });
        if (pressed === null && pause === 0 && waiting.length === 1) begin();
      });
    },
    next() {
      if (pressed === null && pause === 0) begin();
      if (pressed !== null) return press();
      if (pause > 0) pause -= 1;
      return null;
    },
    drop() {
      pressed = null;
      pause = 0;
      for (const entry of waiting.splice(0)) if ('done' in entry) entry.done(false);
    },
  };
}
