import { decodeAlaw, decodeUlaw } from '../../core/g711.ts';
import { createNoise, noiseLevelOf } from './comfort-noise.ts';
import { createConcealment } from './conceal-loss.ts';
import { type HeldKey, isUnderKey, takeEvent } from './digit-receiver.ts';
import { createFrameAssembly, FRAME_SAMPLES, type FrameAssembly } from './frame-assembly.ts';
import { ReorderWindow } from './reorder-window.ts';
import type { RtpPacket } from './rtp-packet.ts';
import type { RtpListener, RtpParameters } from './rtp-parameters.ts';
import { createRtpTimeline, type RtpTimeline, SAMPLES_PER_MS } from './rtp-timeline.ts';
import { parseTelephoneEvent } from './telephone-event.ts';
import { createToneListener, type ToneListener } from './tone-listener.ts';

/** Nothing longer is made up for what is lost: by then the concealment is silent. */
const MAX_CONCEALED = 100 * SAMPLES_PER_MS;
/** Comfort noise stays this far behind, so that a voice that begins again finds its place free. */
const NOISE_DELAY = 60 * SAMPLES_PER_MS;
/** After a long silence nobody needs all of its noise. */
const MAX_NOISE = 1000 * SAMPLES_PER_MS;
/** Longer packets are no telephone's. */
const MAX_PACKET_SAMPLES = 1000 * SAMPLES_PER_MS;

/** After this without a packet a source may count its time anew. */
const FORGOTTEN_ASIDE_MS = 5000;

type PayloadTypes = RtpParameters['payloadTypes'];

/** Makes frames and digits of the packets of one peer. */
export class RtpReceiver {
  readonly #listener: Pick<RtpListener, 'frame' | 'digit'>;
  readonly #timeline: RtpTimeline;
  readonly #frames: FrameAssembly;
  readonly #concealment = createConcealment();
  readonly #noise = createNoise();
  readonly #window = new ReorderWindow((packet, lostBefore) => this.#inOrder(packet, lostBefore));
  #types: PayloadTypes = { pcmu: null, pcma: null, telephoneEvent: null, comfortNoise: null };
  #keyTypes: ReadonlySet<number> = new Set();
  #ssrc: number | null = null;
  #stranger: RtpPacket | null = null;
  #key: HeldKey | null = null;
  /** Of another source than the voice: one of its own for keys, or the one before. */
  #aside: { ssrc: number; key: HeldKey | null; atMs: number } | null = null;
  /** Null: keys are told by events. */
  #tones: ToneListener | null = null;
  #noiseLevel: number | null = null;
  #wasVoice = false;
  #nowMs: number;

  constructor(startMs: number, listener: Pick<RtpListener, 'frame' | 'digit'>) {
    this.#nowMs = startMs;
    this.#listener = listener;
    this.#timeline = createRtpTimeline(startMs);
    this.#frames = createFrameAssembly((frame, positionMs) => this.#frame(frame, positionMs));
  }

  /** @param ownKeyType by which a peer that takes key events may send them too, unless it calls something else that */
  setPayloadTypes(agreed: PayloadTypes, ownKeyType: number | null = null): void {
    this.#types = agreed;
    const { telephoneEvent, ...others } = agreed;
    const isFree = ownKeyType !== null && !Object.values(others).includes(ownKeyType);
    const own = isFree ? [ownKeyType] : [];
    this.#keyTypes = new Set(telephoneEvent === null ? [] : [telephoneEvent, ...own]);
    if (telephoneEvent !== null) this.#tones = null;
    else this.#tones ??= createToneListener((digit) => this.#listener.digit(digit, 'tone'));
  }

  /** We send a key as a tone: what comes back of it is nobody's key. */
  sentTone(nowMs: number): void {
    this.#tones?.ignore(nowMs);
  }

  take(packet: RtpPacket, nowMs: number): void {
    this.#nowMs = nowMs;
    if (packet.ssrc === this.#ssrc) this.#stranger = null;
    else if (this.#ssrc !== null && this.#keyTypes.has(packet.payloadType)) {
      this.#eventAside(packet);
      return;
    } else if (!this.#begins(packet)) return;
    this.#window.insert(packet, nowMs);
  }

  /** Gives up packets that are waited for too long. @returns when to call again; null: nothing waits. */
  release(nowMs: number): number | null {
    this.#nowMs = nowMs;
    return this.#window.release(nowMs);
  }

  /** Call it every 20 ms or so: makes the noise that the peer only describes. */
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
    this.#tones?.hear(frame, { positionMs, nowMs: this.#nowMs });
    this.#listener.frame(frame, positionMs);
  }

  /** A new source is believed with its second packet, while the old one is silent: late packets do not switch back. */
  #begins(packet: RtpPacket): boolean {
    const first = this.#stranger;
    if (this.#ssrc !== null && first?.ssrc !== packet.ssrc) {
      this.#stranger = packet;
      return false;
    }
    this.#window.restart();
    this.#timeline.restart();
    this.#concealment.reset();
    const aside = this.#ssrc === null ? null : { ssrc: this.#ssrc, key: this.#key, atMs: this.#nowMs };
    this.#key = this.#heldAside(packet.ssrc);
    this.#aside = aside;
    this.#wasVoice = false;
    this.#ssrc = packet.ssrc;
    this.#stranger = null;
    if (first !== null) this.#window.insert(first, this.#nowMs);
    return true;
  }

  #inOrder(packet: RtpPacket, lostBefore: number): void {
    const { payloadType, payload, timestamp } = packet;
    if (this.#keyTypes.has(payloadType)) this.#event(packet);
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
    this.#key = this.#heldAfter(this.#key, packet);
  }

  /** Some gateways send keys as a source of their own, beside that of the voice; its order does not matter, a press is known by its time. */
  #eventAside(packet: RtpPacket): void {
    const key = this.#heldAfter(this.#heldAside(packet.ssrc), packet);
    this.#aside = { ssrc: packet.ssrc, key, atMs: this.#nowMs };
  }

  #heldAside(ssrc: number): HeldKey | null {
    const aside = this.#aside?.ssrc === ssrc ? this.#aside : null;
    return aside === null || this.#nowMs - aside.atMs > FORGOTTEN_ASIDE_MS ? null : aside.key;
  }

  #heldAfter(before: HeldKey | null, { payload, timestamp, marker }: RtpPacket): HeldKey | null {
    const event = parseTelephoneEvent(payload);
    if (event === null) return before;
    const { held, isPress } = takeEvent(before, { event, timestamp, marker });
    if (isPress) this.#listener.digit(event.digit, 'event');
    return held;
  }

  #voice(samples: Int16Array, timestamp: number, lostBefore: number): void {
    const { position, missing } = this.#timeline.place(timestamp, samples.length, this.#nowMs);
    if (missing > 0 && lostBefore > 0 && this.#wasVoice) {
      const count = Math.min(missing, MAX_CONCEALED);
      this.#frames.add(this.#concealment.conceal(count), position - missing);
    } else if (missing > 0) this.#concealment.reset();
    this.#wasVoice = true;
    this.#noiseLevel = null;
    if (isUnderKey(this.#key, timestamp)) samples.fill(0);
    this.#concealment.heard(samples);
    this.#frames.add(samples, position);
  }
}

/** Null: of a type that was not agreed on, or of a length that is no telephone's. */
function decoded({ payloadType, payload }: RtpPacket, types: PayloadTypes): Int16Array | null {
  if (payload.length === 0 || payload.length > MAX_PACKET_SAMPLES) return null;
  if (payloadType === types.pcmu) return decodeUlaw(payload);
  return payloadType === types.pcma ? decodeAlaw(payload) : null;
}
