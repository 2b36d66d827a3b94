import { randomInt } from 'node:crypto';
import { joinSamples } from '../../core/join-samples.ts';
import { FRAME_MS, frameSamples, type SampleRateHz } from '../../voice/legs/media-leg.ts';
import { dualTone } from './dual-tone.ts';
import type { OpusCodec } from './opus-codec.ts';
import { CLOCK_PER_MS, createEncoder, type PlainCodec } from './rtp-codec.ts';
import { timestampDistance, writeRtp } from './rtp-packet.ts';
import type { RtpParameters } from './rtp-parameters.ts';
import { TICKS_PER_MS } from './rtp-timeline.ts';
import {
  eventCodeOf,
  type TelephoneEvent,
  WIDE_EVENT_TICKS,
  writeTelephoneEvent,
} from './telephone-event.ts';

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
  #encoder: { codec: PlainCodec; encode: (frame: Int16Array) => Uint8Array } | null = null;
  #opus: OpusCodec | null = null;
  /** In the lower half, so that the rollover counter is unambiguous if first packets are lost (RFC 3711 3.3.1). */
  #sequence = randomInt(2 ** 15);
  #timestamp = randomInt(2 ** 32);
  #pressedAt = 0;
  #isFirst = true;
  #half: Int16Array | null = null;
  #packets = 0;
  #bytes = 0;

  constructor(transmit: (packet: Buffer) => void) {
    this.#transmit = transmit;
  }

  /**
   * @param rateHz of the frames; other rates of the codec are resampled
   * @param opus for frames of this rate; null until it is loaded, and then nothing is sent in Opus
   */
  configure(config: Send, rateHz: SampleRateHz, opus: OpusCodec | null = null): void {
    this.#config = config;
    this.#rateHz = rateHz;
    this.#opus = opus;
  }

  /** Advances time without sending. The next packet then starts a talkspurt. */
  skip(): void {
    this.#half = null;
    this.#isFirst = true;
    this.#advance();
  }

  /** Sends 20 ms. Timestamps count frames, not real time. @returns false if replaced by a key */
  send(frame: Int16Array): boolean {
    if (this.#config === null) return false;
    if (this.#config.codec === 'opus' && this.#opus === null) {
      this.skip();
      return false;
    }
    const step = this.#digits.next();
    if (step === null) this.#audio(frame, this.#config);
    else this.#key(step, this.#config);
    this.#advance();
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

  #clockPerMs(): number {
    return CLOCK_PER_MS[this.#config?.codec ?? 'pcmu'];
  }

  #advance(): void {
    this.#timestamp = (this.#timestamp + FRAME_MS * this.#clockPerMs()) >>> 0;
  }

  #audio(frame: Int16Array, { codec, payloadTypes, packetTimeMs }: Send): void {
    const payloadType = payloadTypes[codec];
    if (payloadType === null) return;
    const timestamp = this.#timestamp;
    const marker = this.#isFirst;
    if (packetTimeMs >= 40) this.#joined(payloadType, frame, codec);
    else if (packetTimeMs >= 20) this.#packet(payloadType, this.#encode(frame, codec), { timestamp, marker });
    else {
      const middle = frame.length >> 1;
      const next = timestamp + (FRAME_MS / 2) * this.#clockPerMs();
      this.#packet(payloadType, this.#encode(frame.subarray(0, middle), codec), { timestamp, marker });
      this.#packet(payloadType, this.#encode(frame.subarray(middle), codec), {
        timestamp: next,
        marker: false,
      });
    }
  }

  #joined(payloadType: number, frame: Int16Array, codec: Send['codec']): void {
    const half = this.#half;
    this.#half = half === null ? frame.slice() : null;
    if (half === null) return;
    const timestamp = this.#timestamp - FRAME_MS * this.#clockPerMs();
    const bytes = this.#encode(joinSamples([half, frame]), codec);
    this.#packet(payloadType, bytes, { timestamp, marker: this.#isFirst });
  }

  #encode(samples: Int16Array, codec: Send['codec']): Uint8Array {
    if (codec === 'opus') return this.#opus?.encode(samples) ?? new Uint8Array();
    if (this.#encoder?.codec !== codec) this.#encoder = { codec, encode: createEncoder(codec, this.#rateHz) };
    return this.#encoder.encode(samples);
  }

  #key({ event, isFirst }: NonNullable<DigitStep>, config: Send): void {
    const { telephoneEvent, telephoneEvent48 } = config.payloadTypes;
    const wide = config.codec === 'opus' ? telephoneEvent48 : null;
    const type = wide ?? telephoneEvent;
    this.#half = null;
    if (isFirst) this.#pressedAt = this.#timestamp;
    if (type !== null) {
      const duration = wide === null ? event.duration : event.duration * WIDE_EVENT_TICKS;
      const payload = writeTelephoneEvent({ ...event, duration });
      this.#packet(type, payload, { timestamp: this.#pressedAt, marker: isFirst });
      return;
    }
    const begin = timestampDistance(this.#pressedAt, this.#timestamp) / this.#clockPerMs();
    const frame = new Int16Array(frameSamples(this.#rateHz));
    const count = begin * TICKS_PER_MS < event.duration ? frame.length : 0;
    const first = (begin * this.#rateHz) / 1000;
    frame.set(dualTone(event.digit, first, { count, rateHz: this.#rateHz }));
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
