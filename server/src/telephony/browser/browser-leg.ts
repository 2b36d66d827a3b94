import type { RawData, WebSocket } from 'ws';
import {
  BROWSER_SAMPLE_RATE_HZ,
  type FromBrowser,
  fromBrowser,
  type ToBrowser,
} from '#contract/browser-call.ts';
import type { Clock } from '../../core/clock.ts';
import { isJsonObject } from '../../providers/interfaces/json.ts';
import type { KeysOutcome, LegEnd, LegListener, MediaLeg } from '../../voice/legs/media-leg.ts';
import { createLagCorrection } from '../lag-correction.ts';
import { LegRelay } from '../leg-relay.ts';
import { createMessageLimit, type MessageLimit } from '../message-limit.ts';
import { createPlayout, type Playout } from '../playout.ts';
import { keepAlive } from '../socket-liveness.ts';

/** One second of audio; more is dropped while the browser reads too slowly. */
const MAX_QUEUED_BYTES = BROWSER_SAMPLE_RATE_HZ * 2;
/** Higher than the limit for audio, so that audio is dropped before control messages. */
const MAX_QUEUED_CONTROL_BYTES = 1_048_576;
const NORMAL = 1000;
const AWAY = 1001;
/** Status code of a close without one (RFC 6455 7.4.1). */
const NO_REASON = 1005;
const POLICY = 1008;

export interface BrowserLeg extends MediaLeg {
  /** Sends the page a message for display. `type` must not be one of the protocol's own. */
  show(message: { type: string; [field: string]: unknown }): void;
}

/** Takes over a WebSocket with the protocol of `contract/src/browser-call.ts`, and closes it when the call ends. */
export function createBrowserLeg(socket: WebSocket, clock: Clock): BrowserLeg {
  return new SocketLeg(socket, clock);
}

class SocketLeg implements BrowserLeg {
  readonly kind = 'browser';
  readonly sampleRateHz = BROWSER_SAMPLE_RATE_HZ;
  readonly #socket: WebSocket;
  readonly #clock: Clock;
  readonly #relay = new LegRelay();
  readonly #frames: SampleFrames;
  readonly #limit: MessageLimit;
  readonly #over = new AbortController();
  readonly #playout: Playout;

  constructor(socket: WebSocket, clock: Clock) {
    const nowMs = clock.monotonicMs();
    this.#socket = socket;
    this.#clock = clock;
    this.#playout = createPlayout(nowMs);
    this.#limit = createMessageLimit(nowMs);
    this.#frames = createSampleFrames(nowMs, (frame, positionMs) => this.#relay.audio(frame, positionMs));
    socket.on('message', (data, isBinary) => this.#take(data, isBinary));
    socket.on('close', (code) => this.#end(endOf(code)));
    keepAlive(socket, clock, this.#over.signal);
    this.#sendMessage({ type: 'ready', sampleRate: BROWSER_SAMPLE_RATE_HZ });
  }

  start(listener: LegListener): void {
    this.#relay.start(listener);
  }

  send(frame: Int16Array): boolean {
    if (this.#relay.isEnded || this.#socket.bufferedAmount > MAX_QUEUED_BYTES) return false;
    this.#socket.send(bytesOf(frame), { binary: true });
    this.#playout.sent();
    return true;
  }

  unplayedMs(): number {
    return this.#playout.unplayedMs(this.#clock.monotonicMs());
  }

  clear(): number {
    this.#sendMessage({ type: 'clear' });
    return this.#playout.clear(this.#clock.monotonicMs());
  }

  async sendDigits(digits: string): Promise<KeysOutcome> {
    if (this.#relay.isEnded) return { kind: 'refused', reason: 'The call is over.' };
    this.#sendMessage({ type: 'digits', digits });
    return { kind: 'pressed' };
  }

  async transfer(): Promise<{ kind: 'untried' }> {
    return { kind: 'untried' };
  }

  show(message: { type: string; [field: string]: unknown }): void {
    this.#write(message);
  }

  hangUp(): void {
    if (this.#relay.isEnded) return;
    this.#sendMessage({ type: 'ended', reason: 'The call is over.' });
    this.#end({ kind: 'local-hang-up' });
  }

  #sendMessage(message: ToBrowser): void {
    this.#write(message);
  }

  #write(message: object): void {
    if (this.#relay.isEnded || this.#socket.bufferedAmount > MAX_QUEUED_CONTROL_BYTES) return;
    this.#socket.send(JSON.stringify(message));
  }

  #end(end: LegEnd, code = NORMAL): void {
    if (!this.#relay.ended(end)) return;
    this.#over.abort();
    this.#socket.close(code);
  }

  #take(data: RawData, isBinary: boolean): void {
    if (this.#relay.isEnded || !Buffer.isBuffer(data)) return;
    const nowMs = this.#clock.monotonicMs();
    if (isBinary) {
      if (!this.#frames.add(data, nowMs)) this.#tolerateMalformed();
      return;
    }
    if (!this.#limit.take(nowMs)) return;
    const message = readBrowserMessage(data.toString());
    if (message === null) this.#tolerateMalformed();
    else if (message !== 'unknown') this.#handle(message, nowMs);
  }

  #handle(message: FromBrowser, nowMs: number): void {
    if (message.type === 'typed') this.#relay.typed(message.text);
    else if (message.type === 'digit') this.#relay.digit(message.digit);
    else if (message.type === 'hang-up') this.#end({ kind: 'remote-hang-up' });
    else this.#playout.played(message.ms, nowMs);
  }

  #tolerateMalformed(): void {
    if (this.#limit.tolerateMalformed()) return;
    this.#end({ kind: 'lost', reason: 'The browser sent malformed messages.' }, POLICY);
  }
}

/** The end of the call for a close code. Closing the page counts as a hang-up. */
function endOf(code: number): LegEnd {
  if ([NORMAL, AWAY, NO_REASON].includes(code)) return { kind: 'remote-hang-up' };
  return { kind: 'lost', reason: `The connection ended with code ${code}.` };
}

/**
 * Parses a text message of a browser.
 * @returns `unknown` for an unknown type of a later version, null if malformed. Never throws.
 */
export function readBrowserMessage(text: string): FromBrowser | 'unknown' | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isJsonObject(json) || typeof json['type'] !== 'string') return null;
  const isKnown = fromBrowser.options.some(({ shape }) => shape.type.value === json['type']);
  return isKnown ? (fromBrowser.safeParse(json).data ?? null) : 'unknown';
}

/** 20 ms at 16 kHz. */
const FRAME_SAMPLES = 320;
const SAMPLES_PER_MS = 16;
/** Audio further ahead of real time is dropped. */
const MAX_AHEAD_MS = 2000;

export interface SampleFrames {
  /** @returns false if `bytes` is not a whole number of samples */
  add(bytes: Uint8Array, nowMs: number): boolean;
}

/** Splits audio chunks of any length into frames with their positions in time. */
export function createSampleFrames(
  startMs: number,
  emit: (frame: Int16Array, positionMs: number) => void,
): SampleFrames {
  const lag = createLagCorrection();
  let frame = new Int16Array(FRAME_SAMPLES);
  let filled = 0;
  let endMs = 0;

  function push(sample: number): void {
    frame[filled] = sample;
    filled += 1;
    if (filled < FRAME_SAMPLES) return;
    emit(frame, endMs);
    endMs += FRAME_SAMPLES / SAMPLES_PER_MS;
    frame = new Int16Array(FRAME_SAMPLES);
    filled = 0;
  }

  return {
    add(bytes, nowMs) {
      if (bytes.length % 2 !== 0) return false;
      const aheadMs = endMs + (filled + bytes.length / 2) / SAMPLES_PER_MS - (nowMs - startMs);
      if (aheadMs > MAX_AHEAD_MS) return true;
      if (filled === 0) endMs += Math.round(lag(-aheadMs));
      // The bytes may be unaligned.
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      for (let at = 0; at < bytes.length; at += 2) push(view.getInt16(at, true));
      return true;
    },
  };
}

/** Copies samples to little-endian bytes. */
function bytesOf(samples: Int16Array): Buffer {
  const bytes = Buffer.allocUnsafe(samples.length * 2);
  for (let index = 0; index < samples.length; index += 1) bytes.writeInt16LE(samples[index] ?? 0, index * 2);
  return bytes;
}
