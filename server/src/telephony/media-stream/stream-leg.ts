import type { WebSocket } from 'ws';
import type { Clock } from '../../core/clock.ts';
import { decodeUlaw, encodeUlaw } from '../../core/g711.ts';
import type {
  KeysOutcome,
  LegEnd,
  LegListener,
  MediaLeg,
  TransferOutcome,
} from '../../voice/legs/media-leg.ts';
import { LegRelay } from '../leg-relay.ts';
import { createMessageLimit } from '../message-limit.ts';
import { createPlayout, type Playout } from '../playout.ts';
import { createFrameAssembly } from '../rtp/frame-assembly.ts';
import { createRtpTimeline, TICKS_PER_MS } from '../rtp/rtp-timeline.ts';
import { keepAlive } from '../socket-liveness.ts';
import { readStreamMessage, type StreamMessage } from './read-stream-message.ts';

/** About one second of audio messages. More is dropped while the carrier reads too slowly. */
const MAX_QUEUED_BYTES = 16_384;
/** Number of frames between marks, which report the playback progress. */
const MARK_EVERY = 5;
/** If more than this is unplayed, the carrier has stopped playing, and frames are dropped. */
const MAX_UNPLAYED_MS = 2000;

/** Time for the new stream after key presses, in addition to the duration of the keys. */
const NEXT_STREAM_MS = 15_000;
const KEY_MS = 500;
/** Time for a broken stream to reconnect, and how often it may break. */
const RETURN_MS = 10_000;
const MAX_BREAKS = 10;

const OVER: KeysOutcome = { kind: 'refused', reason: 'The call is over.' };

export interface StreamControl {
  /** Ends the call; never rejects. */
  end(): Promise<void>;
  /** Presses keys. This ends the stream, and a new one follows. @returns false if it failed. Never rejects */
  pressKeys(digits: string): Promise<boolean>;
}

/** A stream that has received its `start` message. */
export interface StartedStream {
  socket: WebSocket;
  streamId: string;
}

/** Media leg over a carrier's WebSocket media stream. */
export class StreamLeg implements MediaLeg {
  readonly kind = 'media-stream';
  readonly sampleRateHz = 8000;
  readonly #clock: Clock;
  readonly #control: StreamControl;
  readonly #onEnd: () => void;
  readonly #relay = new LegRelay();
  readonly #over = new AbortController();
  readonly #timeline;
  readonly #frames;
  readonly #limit;
  readonly #playout: Playout;
  #stream: StartedStream | null = null;
  #framesSinceMark = 0;
  /** Serializes key presses. */
  #pressing: Promise<KeysOutcome> = Promise.resolve({ kind: 'pressed' });
  /** Set while the carrier presses keys; called when the new stream starts or the call ends. */
  #resumed: (() => void) | null = null;
  /** Aborted when a broken stream reconnects. */
  #returned = new AbortController();
  #breaks = 0;

  constructor(
    stream: StartedStream,
    { clock, control, onEnd }: { clock: Clock; control: StreamControl; onEnd(): void },
  ) {
    this.#onEnd = onEnd;
    const nowMs = clock.monotonicMs();
    this.#clock = clock;
    this.#control = control;
    this.#timeline = createStreamTimeline(nowMs);
    this.#limit = createMessageLimit(nowMs);
    this.#playout = createPlayout(nowMs);
    this.#frames = createFrameAssembly(this.sampleRateHz, (frame, positionMs) =>
      this.#relay.audio(frame, positionMs),
    );
    this.attach(stream);
  }

  attach(stream: StartedStream): void {
    if (this.#relay.isEnded) {
      stream.socket.close();
      return;
    }
    this.#drop()?.socket.close();
    this.#stream = stream;
    this.#timeline.restart();
    const { socket } = stream;
    socket.on('message', (data) => this.#take(stream, data.toString()));
    socket.on('close', () => this.#streamBroke(stream));
    keepAlive(socket, { clock: this.#clock }, this.#over.signal);
    this.#resumed?.();
    this.#returned.abort();
  }

  start(listener: LegListener): void {
    this.#relay.start(listener);
  }

  send(frame: Int16Array): boolean {
    const { socket } = this.#stream ?? {};
    if (socket === undefined || this.#relay.isEnded || socket.bufferedAmount > MAX_QUEUED_BYTES) return false;
    if (this.unplayedMs() > MAX_UNPLAYED_MS) return false;
    const payload = Buffer.from(encodeUlaw(frame).buffer).toString('base64');
    this.#sendMessage({ event: 'media', media: { payload } });
    this.#playout.sent();
    this.#framesSinceMark += 1;
    if (this.#framesSinceMark < MARK_EVERY) return true;
    this.#framesSinceMark = 0;
    this.#sendMessage({ event: 'mark', mark: { name: String(this.#playout.sentMs()) } });
    return true;
  }

  unplayedMs(): number {
    return this.#playout.unplayedMs(this.#clock.monotonicMs());
  }

  clear(): number {
    if (!this.#relay.isEnded) this.#sendMessage({ event: 'clear' });
    return this.#playout.clear(this.#clock.monotonicMs());
  }

  sendDigits(digits: string): Promise<KeysOutcome> {
    const pressable = digits.replace(/[^0-9*#A-Dw]/gi, '');
    this.#pressing = this.#pressing.then(() => this.#press(pressable));
    return this.#pressing;
  }

  /** Not supported, because these carriers hang up on the caller after a failed transfer. */
  async transfer(): Promise<TransferOutcome> {
    return { kind: 'untried' };
  }

  hangUp(): void {
    if (this.#relay.isEnded) return;
    this.#end({ kind: 'local-hang-up' });
    void this.#control.end();
  }

  remoteHungUp(): void {
    this.#end({ kind: 'remote-hang-up' });
  }

  /** Ends the call because the stream is lost. */
  abandon(reason: string): void {
    this.#end({ kind: 'lost', reason });
  }

  async #press(digits: string): Promise<KeysOutcome> {
    if (this.#relay.isEnded) return OVER;
    if (digits === '') return { kind: 'pressed' };
    const isOut = new Promise<void>((resolve) => {
      this.#resumed = resolve;
    });
    const isPressed = await this.#control.pressKeys(digits);
    if (isPressed) await this.#bounded(isOut, NEXT_STREAM_MS + digits.length * KEY_MS);
    this.#resumed = null;
    if (!isPressed && this.#stream === null) this.abandon('The media stream was lost.');
    if (this.#relay.isEnded) return OVER;
    return isPressed
      ? { kind: 'pressed' }
      : { kind: 'refused', reason: 'The carrier did not send the key tones.' };
  }

  async #bounded(isOut: Promise<void>, limitMs: number): Promise<void> {
    const isIn = new AbortController();
    const signal = AbortSignal.any([isIn.signal, this.#over.signal]);
    const giveUp = (): void => this.abandon('The media stream did not reconnect.');
    this.#clock.sleep(limitMs, signal).then(giveUp, () => undefined);
    await isOut;
    isIn.abort();
  }

  #sendMessage(message: Record<string, unknown>): void {
    if (this.#stream === null) return;
    const { socket, streamId } = this.#stream;
    socket.send(JSON.stringify({ ...message, streamSid: streamId }), () => undefined);
  }

  #take(stream: StartedStream, text: string): void {
    if (stream !== this.#stream || this.#relay.isEnded) return;
    const message = readStreamMessage(text);
    if (message === null) {
      if (!this.#limit.tolerateMalformed()) this.abandon('The carrier sent malformed stream messages.');
    } else this.#handle(stream, message);
  }

  #handle(stream: StartedStream, message: StreamMessage): void {
    const nowMs = this.#clock.monotonicMs();
    switch (message.event) {
      case 'media': {
        const position = this.#timeline.place(message, nowMs);
        if (position !== null) this.#frames.add(decodeUlaw(message.audio), position);
        return;
      }
      case 'dtmf':
        if (this.#limit.take(nowMs)) this.#relay.digit(message.digit);
        return;
      case 'mark':
        if (/^\d{1,15}$/.test(message.name)) this.#playout.played(Number(message.name), nowMs);
        return;
      case 'stop':
        this.#lose(stream, { kind: 'remote-hang-up' });
    }
  }

  /**
   * Handles a broken stream, for example after a proxying process died: the carrier requests an instruction and opens a
   * new stream.
   */
  #streamBroke(stream: StartedStream): void {
    if (stream !== this.#stream) return;
    const lost = { kind: 'lost', reason: 'The media stream was lost.' } as const;
    this.#breaks += 1;
    if (this.#breaks > MAX_BREAKS || this.#resumed !== null) {
      this.#lose(stream, lost);
      return;
    }
    this.#drop();
    this.#returned = new AbortController();
    const signal = AbortSignal.any([this.#returned.signal, this.#over.signal]);
    this.#clock.sleep(RETURN_MS, signal).then(
      () => this.#end(lost),
      () => undefined,
    );
  }

  /** Drops the stream with its unplayed audio. @returns the old stream */
  #drop(): StartedStream | null {
    const stream = this.#stream;
    this.#stream = null;
    this.#framesSinceMark = 0;
    const lostMs = this.#playout.clear(this.#clock.monotonicMs());
    if (stream !== null) this.#relay.audioLost(lostMs);
    return stream;
  }

  /** Ends the call, unless the carrier is pressing keys. */
  #lose(stream: StartedStream, end: LegEnd): void {
    if (stream !== this.#stream) return;
    this.#drop();
    stream.socket.close();
    if (this.#resumed === null) this.#end(end);
  }

  #end(end: LegEnd): void {
    if (!this.#relay.ended(end)) return;
    this.#over.abort();
    this.#stream?.socket.close();
    this.#stream = null;
    this.#resumed?.();
    this.#onEnd();
  }
}

/** Timestamps are rounded to whole milliseconds. Smaller gaps count as contiguous audio. */
const TOLERANCE = 40 * TICKS_PER_MS;
/** Audio further ahead of real time is dropped. */
const MAX_AHEAD = 2000 * TICKS_PER_MS;

interface StreamTimeline {
  /** Position of the audio on the leg's timeline, in samples at 8 kHz; null if too far ahead of real time. */
  place(media: { audio: Uint8Array; timestampMs: number | null }, nowMs: number): number | null;
  /** Prepares for a new stream with new timestamps. */
  restart(): void;
}

function createStreamTimeline(startMs: number): StreamTimeline {
  const timeline = createRtpTimeline(startMs);
  let expected: number | null = null;
  return {
    place({ audio, timestampMs }, nowMs) {
      if (timeline.end() + audio.length - timeline.positionAt(nowMs) > MAX_AHEAD) return null;
      const reported = timestampMs === null ? expected : timestampMs * TICKS_PER_MS;
      const isNext = expected === null || reported === null || Math.abs(reported - expected) <= TOLERANCE;
      const begin = isNext ? (expected ?? reported ?? 0) : reported;
      expected = begin + audio.length;
      return timeline.place(begin >>> 0, audio.length, nowMs).position;
    },
    restart() {
      expected = null;
      timeline.restart();
    },
  };
}
