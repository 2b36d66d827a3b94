import { decodeAlaw, decodeUlaw } from '../../core/g711.ts';
import { createNoise, noiseLevelOf } from './comfort-noise.ts';
import { createConcealment } from './conceal-loss.ts';
import { isKeyTone, type KeyPress, takeEvent } from './digit-receiver.ts';
import { createFrameAssembly, FRAME_SAMPLES, type FrameAssembly } from './frame-assembly.ts';
import { ReorderBuffer } from './reorder-buffer.ts';
import type { RtpPacket } from './rtp-packet.ts';
import type { RtpListener, RtpParameters } from './rtp-parameters.ts';
import { createRtpTimeline, type RtpTimeline, SAMPLES_PER_MS } from './rtp-timeline.ts';
import { parseTelephoneEvent } from './telephone-event.ts';
import { createToneDetector, type ToneDetector } from './tone-detector.ts';

/** Longest concealment in samples. It has faded out by then. */
const MAX_CONCEALED = 100 * SAMPLES_PER_MS;
/** Comfort noise lags behind real time by this many samples, so that it does not overlap returning speech. */
const NOISE_DELAY = 60 * SAMPLES_PER_MS;
/** Longest comfort noise after a gap, in samples. */
const MAX_NOISE = 1000 * SAMPLES_PER_MS;
const MAX_PACKET_SAMPLES = 1000 * SAMPLES_PER_MS;

/** After this silence another source's timestamps may restart. */
const OTHER_SOURCE_TIMEOUT_MS = 5000;

type PayloadTypes = RtpParameters['payloadTypes'];

/** Converts the packets of one peer to audio frames and digits. */
export class RtpReceiver {
  readonly #listener: Pick<RtpListener, 'frame' | 'digit'>;
  readonly #timeline: RtpTimeline;
  readonly #frames: FrameAssembly;
  readonly #concealment = createConcealment();
  readonly #noise = createNoise();
  readonly #reorder = new ReorderBuffer((packet, lostBefore) => this.#inOrder(packet, lostBefore));
  #types: PayloadTypes = { pcmu: null, pcma: null, telephoneEvent: null, comfortNoise: null };
  #eventTypes: ReadonlySet<number> = new Set();
  #ssrc: number | null = null;
  #candidate: RtpPacket | null = null;
  #key: KeyPress | null = null;
  /** Key press of another SSRC, which is a separate source of events or the previous source. */
  #otherSource: { ssrc: number; key: KeyPress | null; atMs: number } | null = null;
  /** Null if keys are received as events. */
  #tones: ToneDetector | null = null;
  #noiseLevel: number | null = null;
  #wasVoice = false;
  #nowMs: number;

  constructor(startMs: number, listener: Pick<RtpListener, 'frame' | 'digit'>) {
    this.#nowMs = startMs;
    this.#listener = listener;
    this.#timeline = createRtpTimeline(startMs);
    this.#frames = createFrameAssembly((frame, positionMs) => this.#frame(frame, positionMs));
  }

  /** @param ownEventType our payload type of telephone events, accepted too unless the peer uses it for something else */
  setPayloadTypes(agreed: PayloadTypes, ownEventType: number | null = null): void {
    this.#types = agreed;
    const { telephoneEvent, ...others } = agreed;
    const isFree = ownEventType !== null && !Object.values(others).includes(ownEventType);
    const own = isFree ? [ownEventType] : [];
    this.#eventTypes = new Set(telephoneEvent === null ? [] : [telephoneEvent, ...own]);
    if (telephoneEvent !== null) this.#tones = null;
    else this.#tones ??= createToneDetector((digit) => this.#listener.digit(digit, 'tone'));
  }

  /** Ignores the echo of an in-band tone that we send. */
  sentTone(nowMs: number): void {
    this.#tones?.ignore(nowMs);
  }

  take(packet: RtpPacket, nowMs: number): void {
    this.#nowMs = nowMs;
    if (packet.ssrc === this.#ssrc) this.#candidate = null;
    else if (this.#ssrc !== null && this.#eventTypes.has(packet.payloadType)) {
      this.#eventOfOtherSource(packet);
      return;
    } else if (!this.#begins(packet)) return;
    this.#reorder.insert(packet, nowMs);
  }

  /** Stops waiting for overdue packets. @returns when to call again; null if nothing is buffered */
  release(nowMs: number): number | null {
    this.#nowMs = nowMs;
    return this.#reorder.release(nowMs);
  }

  /** Generates comfort noise. Must be called about every 20 ms. */
  tick(nowMs: number): void {
    if (this.#noiseLevel === null) return;
    const timeline = this.#timeline;
    const until = timeline.positionAt(nowMs) - NOISE_DELAY;
    const late = until - timeline.end() - MAX_NOISE;
    if (late > 0) timeline.advance(late);
    while (timeline.end() + FRAME_SAMPLES <= until) {
      this.#frames.add(this.#noise(FRAME_SAMPLES, this.#noiseLevel), timeline.end());
      timeline.advance(FRAME_SAMPLES);
    }
  }

  #frame(frame: Int16Array, positionMs: number): void {
    this.#tones?.detect(frame, { positionMs, nowMs: this.#nowMs });
    this.#listener.frame(frame, positionMs);
  }

  /** Switches to a new SSRC on its second packet in a row, so that late packets do not switch back. */
  #begins(packet: RtpPacket): boolean {
    const first = this.#candidate;
    if (this.#ssrc !== null && first?.ssrc !== packet.ssrc) {
      this.#candidate = packet;
      return false;
    }
    this.#reorder.restart();
    this.#timeline.restart();
    this.#concealment.reset();
    const otherSource = this.#ssrc === null ? null : { ssrc: this.#ssrc, key: this.#key, atMs: this.#nowMs };
    this.#key = this.#pressOfOtherSource(packet.ssrc);
    this.#otherSource = otherSource;
    this.#wasVoice = false;
    this.#ssrc = packet.ssrc;
    this.#candidate = null;
    if (first !== null) this.#reorder.insert(first, this.#nowMs);
    return true;
  }

  #inOrder(packet: RtpPacket, lostBefore: number): void {
    const { payloadType, payload, timestamp } = packet;
    if (this.#eventTypes.has(payloadType)) this.#event(packet);
    else if (payloadType === this.#types.comfortNoise) {
      this.#wasVoice = false;
      this.#noiseLevel = noiseLevelOf(payload);
      this.#timeline.place(timestamp, 0, this.#nowMs);
    } else {
      const samples = decoded(packet, this.#types);
      if (samples !== null) this.#voice(samples, timestamp, lostBefore);
    }
  }

  #event(packet: RtpPacket): void {
    this.#wasVoice = false;
    this.#key = this.#pressAfter(this.#key, packet);
  }

  /**
   * Takes an event with its own SSRC, as some gateways send it. It needs no reordering, because its timestamp identifies
   * the press.
   */
  #eventOfOtherSource(packet: RtpPacket): void {
    const key = this.#pressAfter(this.#pressOfOtherSource(packet.ssrc), packet);
    this.#otherSource = { ssrc: packet.ssrc, key, atMs: this.#nowMs };
  }

  #pressOfOtherSource(ssrc: number): KeyPress | null {
    const otherSource = this.#otherSource?.ssrc === ssrc ? this.#otherSource : null;
    return otherSource === null || this.#nowMs - otherSource.atMs > OTHER_SOURCE_TIMEOUT_MS
      ? null
      : otherSource.key;
  }

  #pressAfter(before: KeyPress | null, { payload, timestamp, marker }: RtpPacket): KeyPress | null {
    const event = parseTelephoneEvent(payload);
    if (event === null) return before;
    const { press, isPress } = takeEvent(before, { event, timestamp, marker });
    if (isPress) this.#listener.digit(event.digit, 'event');
    return press;
  }

  #voice(samples: Int16Array, timestamp: number, lostBefore: number): void {
    const { position, missing } = this.#timeline.place(timestamp, samples.length, this.#nowMs);
    if (missing > 0 && lostBefore > 0 && this.#wasVoice) {
      const count = Math.min(missing, MAX_CONCEALED);
      this.#frames.add(this.#concealment.conceal(count), position - missing);
    } else if (missing > 0) this.#concealment.reset();
    this.#wasVoice = true;
    this.#noiseLevel = null;
    if (isKeyTone(this.#key, timestamp)) samples.fill(0);
    this.#concealment.received(samples);
    this.#frames.add(samples, position);
  }
}

/** Decodes the audio. @returns null if the payload type is not negotiated or the length is invalid */
function decoded({ payloadType, payload }: RtpPacket, types: PayloadTypes): Int16Array | null {
  if (payload.length === 0 || payload.length > MAX_PACKET_SAMPLES) return null;
  if (payloadType === types.pcmu) return decodeUlaw(payload);
  return payloadType === types.pcma ? decodeAlaw(payload) : null;
}
