import type { RawData, WebSocket } from 'ws';
import {
  BROWSER_SAMPLE_RATE_HZ,
  type FromBrowser,
  fromBrowser,
  REPLACED_CODE,
  RESUME_WITHIN_MS,
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
/** Status codes of a close without one, and of a broken connection (RFC 6455 7.4.1). */
const NO_REASON = 1005;
const BROKEN = 1006;
const POLICY = 1008;
/** Audio sent to a browser that has stopped reporting counts as unplayed, because its connection may be broken. */
const MAX_UNREPORTED_MS = 1000;
/** Display messages kept for a browser that is reconnecting. */
const MAX_MISSED_MESSAGES = 100;

/** A leg that waits for a new connection when its connection breaks. */
export interface BrowserLeg extends MediaLeg {
  /** Sends the page a message for display. `type` must not be one of the protocol's own. */
  show(message: { type: string; [field: string]: unknown }): void;
  /** Continues the call over a new WebSocket, which replaces the current one. */
  resume(socket: WebSocket): void;
}

interface BrowserLegOptions {
  clock: Clock;
  /** Token for resuming the call; sent to the browser. */
  resumeToken: string;
  onEnd(): void;
}

/** Takes over a WebSocket with the protocol of `contract/src/browser-call.ts`, and closes it when the call ends. */
export function createBrowserLeg(socket: WebSocket, options: BrowserLegOptions): BrowserLeg {
  return new SocketLeg(socket, options);
}

/** A connection of the browser. Its counters start with it. */
interface Connection {
  socket: WebSocket;
  playout: Playout;
  over: AbortController;
}

class SocketLeg implements BrowserLeg {
  readonly kind = 'browser';
  readonly sampleRateHz = BROWSER_SAMPLE_RATE_HZ;
  readonly #clock: Clock;
  readonly #resumeToken: string;
  readonly #onEnd: () => void;
  readonly #relay = new LegRelay();
  readonly #frames: SampleFrames;
  readonly #limit: MessageLimit;
  /** Null while the call waits for the browser to reconnect. */
  #connection: Connection | null = null;
  /** Aborted when the browser reconnects or the call ends. */
  #waiting = new AbortController();
  #missed: object[] = [];

  constructor(socket: WebSocket, { clock, resumeToken, onEnd }: BrowserLegOptions) {
    const nowMs = clock.monotonicMs();
    this.#clock = clock;
    this.#resumeToken = resumeToken;
    this.#onEnd = onEnd;
    this.#limit = createMessageLimit(nowMs);
    this.#frames = createSampleFrames(nowMs, (frame, positionMs) => this.#relay.audio(frame, positionMs));
    this.#connect(socket);
  }

  start(listener: LegListener): void {
    this.#relay.start(listener);
  }

  resume(socket: WebSocket): void {
    if (this.#relay.isEnded) {
      socket.close(NORMAL);
      return;
    }
    this.#disconnect()?.close(REPLACED_CODE);
    this.#waiting.abort();
    this.#frames.restart(this.#clock.monotonicMs());
    this.#connect(socket);
    for (const message of this.#missed.splice(0)) this.#write(message);
    this.#relay.holdChanged(false);
  }

  send(frame: Int16Array): boolean {
    const { socket, playout } = this.#connection ?? {};
    if (socket === undefined || this.#relay.isEnded || socket.bufferedAmount > MAX_QUEUED_BYTES) return false;
    socket.send(bytesOf(frame), { binary: true });
    playout?.sent();
    return true;
  }

  unplayedMs(): number {
    return this.#connection?.playout.unplayedMs(this.#clock.monotonicMs()) ?? 0;
  }

  clear(): number {
    if (this.#connection === null) return 0;
    this.#sendMessage({ type: 'clear' });
    return this.#connection.playout.clear(this.#clock.monotonicMs());
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

  #connect(socket: WebSocket): void {
    const over = new AbortController();
    const playout = createPlayout(this.#clock.monotonicMs(), MAX_UNREPORTED_MS);
    const connection: Connection = { socket, playout, over };
    this.#connection = connection;
    socket.on('message', (data, isBinary) => this.#take(connection, data, isBinary));
    socket.on('close', (code) => this.#closed(connection, code));
    keepAlive(socket, { clock: this.#clock }, over.signal);
    this.#sendMessage({ type: 'ready', sampleRate: BROWSER_SAMPLE_RATE_HZ, resume: this.#resumeToken });
    if (socket.readyState === socket.CLOSED) this.#closed(connection, BROKEN);
  }

  #closed(connection: Connection, code: number): void {
    if (connection !== this.#connection || this.#relay.isEnded) return;
    const isHangUp = [NORMAL, AWAY, NO_REASON].includes(code);
    if (isHangUp) this.#end({ kind: 'remote-hang-up' });
    else this.#awaitBrowser();
  }

  /** Waits for a new connection; a browser that does not return has hung up. */
  #awaitBrowser(): void {
    this.#disconnect();
    this.#relay.holdChanged(true);
    this.#waiting = new AbortController();
    this.#clock.sleep(RESUME_WITHIN_MS, this.#waiting.signal).then(
      () => this.#end({ kind: 'remote-hang-up' }),
      () => undefined,
    );
  }

  /** Drops the connection with its unplayed audio. @returns its socket */
  #disconnect(): WebSocket | null {
    const connection = this.#connection;
    if (connection === null) return null;
    this.#connection = null;
    connection.over.abort();
    this.#relay.audioLost(connection.playout.unconfirmedMs(this.#clock.monotonicMs()));
    return connection.socket;
  }

  #sendMessage(message: ToBrowser): void {
    this.#write(message);
  }

  #write(message: object): void {
    if (this.#relay.isEnded) return;
    const { socket } = this.#connection ?? {};
    if (socket === undefined) {
      if (this.#missed.length < MAX_MISSED_MESSAGES) this.#missed.push(message);
    } else if (socket.bufferedAmount <= MAX_QUEUED_CONTROL_BYTES) socket.send(JSON.stringify(message));
  }

  #end(end: LegEnd, code = NORMAL): void {
    if (!this.#relay.ended(end)) return;
    this.#waiting.abort();
    this.#connection?.over.abort();
    this.#connection?.socket.close(code);
    this.#onEnd();
  }

  #take(connection: Connection, data: RawData, isBinary: boolean): void {
    if (connection !== this.#connection || this.#relay.isEnded || !Buffer.isBuffer(data)) return;
    const nowMs = this.#clock.monotonicMs();
    if (isBinary) {
      if (!this.#frames.add(data, nowMs)) this.#tolerateMalformed();
      return;
    }
    if (!this.#limit.take(nowMs)) return;
    const message = readBrowserMessage(data.toString());
    if (message === null) this.#tolerateMalformed();
    else if (message !== 'unknown') this.#handle(connection, message);
  }

  #handle({ playout }: Connection, message: FromBrowser): void {
    if (message.type === 'typed') this.#relay.typed(message.text);
    else if (message.type === 'digit') this.#relay.digit(message.digit);
    else if (message.type === 'hang-up') this.#end({ kind: 'remote-hang-up' });
    else playout.played(message.ms, this.#clock.monotonicMs());
  }

  #tolerateMalformed(): void {
    if (this.#limit.tolerateMalformed()) return;
    this.#end({ kind: 'lost', reason: 'The browser sent malformed messages.' }, POLICY);
  }
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
  /** Continues at the current time after the connection was replaced. */
  restart(nowMs: number): void;
}

/** Splits audio chunks of any length into frames with their positions in time. */
export function createSampleFrames(
  startMs: number,
  emit: (frame: Int16Array, positionMs: number) => void,
): SampleFrames {
  let lag = createLagCorrection();
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
    restart(nowMs) {
      lag = createLagCorrection();
      filled = 0;
      endMs = Math.max(endMs, Math.round(nowMs - startMs));
    },
  };
}

/** Copies samples to little-endian bytes. */
function bytesOf(samples: Int16Array): Buffer {
  const bytes = Buffer.allocUnsafe(samples.length * 2);
  for (let index = 0; index < samples.length; index += 1) bytes.writeInt16LE(samples[index] ?? 0, index * 2);
  return bytes;
}
