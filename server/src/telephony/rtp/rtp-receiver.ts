import { FRAME_MS, type SampleRateHz } from '../../voice/legs/media-leg.ts';
import { isKeyTone, type KeyPress, takeEvent } from './digit-receiver.ts';
import { createFrameAssembly, type FrameAssembly } from './frame-assembly.ts';
import { type OpusCodec, opusTicks, SHORTEST_OPUS_TICKS } from './opus-codec.ts';
import { ReorderBuffer } from './reorder-buffer.ts';
import { CLOCK_PER_MS, type Codec, createDecoder, type PlainCodec } from './rtp-codec.ts';
import type { RtpPacket } from './rtp-packet.ts';
import type { DynamicTypes, RtpListener, RtpParameters } from './rtp-parameters.ts';
import { createRtpTimeline, type RtpTimeline, TICKS_PER_MS } from './rtp-timeline.ts';
import { parseTelephoneEvent, WIDE_EVENT_TICKS } from './telephone-event.ts';
import { TickCounter } from './tick-counter.ts';
import { createToneDetector, type ToneDetector } from './tone-detector.ts';

const FRAME_TICKS = FRAME_MS * TICKS_PER_MS;
/** Longest concealment in ticks. It has faded out by then. */
const MAX_CONCEALED = 100 * TICKS_PER_MS;
/** Comfort noise lags behind real time by this many ticks, so that it does not overlap returning speech. */
const NOISE_DELAY = 60 * TICKS_PER_MS;
/** Longest comfort noise after a gap, in ticks. */
const MAX_NOISE = 1000 * TICKS_PER_MS;
const MAX_PACKET_BYTES = 1000 * TICKS_PER_MS;

/** After this silence another source's timestamps may restart. */
const OTHER_SOURCE_TIMEOUT_MS = 5000;

type PayloadTypes = RtpParameters['payloadTypes'];
type Encoding = keyof PayloadTypes;

const LONGEST_EVENT_TICKS = 0xffff;

/** Converts the packets of one peer to audio frames and digits. */
export class RtpReceiver {
  readonly #listener: Pick<RtpListener, 'frame' | 'digit'>;
  readonly #timeline: RtpTimeline;
  readonly #frames: FrameAssembly;
  readonly rateHz: SampleRateHz;
  readonly #samplesPerTick: number;
  readonly #concealment: Concealment;
  /** Decoders of the current source, which keep state. */
  readonly #decoders = new Map<PlainCodec, (payload: Uint8Array) => Int16Array>();
  readonly #ticks = new TickCounter();
  readonly #noise = createNoise();
  readonly #reorder = new ReorderBuffer((packet, lostBefore) => this.#inOrder(packet, lostBefore));
  #encodings: ReadonlyMap<number, Encoding> = new Map();
  #opus: OpusCodec | null = null;
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

  /** @param rateHz of the frames; other rates of the codec are resampled */
  constructor(startMs: number, rateHz: SampleRateHz, listener: Pick<RtpListener, 'frame' | 'digit'>) {
    this.#nowMs = startMs;
    this.rateHz = rateHz;
    this.#samplesPerTick = rateHz / 1000 / TICKS_PER_MS;
    this.#concealment = createConcealment(this.#samplesPerTick);
    this.#listener = listener;
    this.#timeline = createRtpTimeline(startMs);
    this.#frames = createFrameAssembly(rateHz, (frame, positionMs) => this.#frame(frame, positionMs));
  }

  /** @param own our payload types, accepted too unless the peer uses them for something else */
  setPayloadTypes(agreed: PayloadTypes, own: DynamicTypes | null = null): void {
    const encodings = new Map<number, Encoding>();
    for (const encoding of ENCODINGS) addType(encodings, agreed[encoding], encoding);
    for (const encoding of DYNAMIC) {
      if (own !== null && agreed[encoding] !== null) addType(encodings, own[encoding], encoding);
    }
    this.#encodings = encodings;
    if (agreed.telephoneEvent !== null || agreed.telephoneEvent48 !== null) this.#tones = null;
    else this.#tones ??= createToneDetector(this.rateHz, (digit) => this.#listener.digit(digit, 'tone'));
  }

  /** @param opus for frames of our rate; packets in Opus are ignored without it */
  setOpus(opus: OpusCodec | null): void {
    this.#opus = opus;
  }

  isOpus({ payloadType }: RtpPacket): boolean {
    return this.#encodings.get(payloadType) === 'opus';
  }

  /** RTP clock of a packet. */
  clockPerMs({ payloadType }: RtpPacket): number {
    const encoding = this.#encodings.get(payloadType);
    return isCodec(encoding) ? CLOCK_PER_MS[encoding] : TICKS_PER_MS;
  }

  /** Ignores the echo of an in-band tone that we send. */
  sentTone(nowMs: number): void {
    this.#tones?.ignore(nowMs);
  }

  take(packet: RtpPacket, nowMs: number): void {
    this.#nowMs = nowMs;
    if (packet.ssrc === this.#ssrc) this.#candidate = null;
    else if (this.#ssrc !== null && this.#isEvent(packet)) {
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
    while (timeline.end() + FRAME_TICKS <= until) {
      const noise = this.#noise(FRAME_TICKS * this.#samplesPerTick, this.#noiseLevel);
      this.#frames.add(noise, timeline.end() * this.#samplesPerTick);
      timeline.advance(FRAME_TICKS);
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
    this.#ticks.restart();
    this.#concealment.reset();
    this.#decoders.clear();
    const otherSource = this.#ssrc === null ? null : { ssrc: this.#ssrc, key: this.#key, atMs: this.#nowMs };
    this.#key = this.#pressOfOtherSource(packet.ssrc);
    this.#otherSource = otherSource;
    this.#wasVoice = false;
    this.#ssrc = packet.ssrc;
    this.#candidate = null;
    if (first !== null) this.#reorder.insert(first, this.#nowMs);
    return true;
  }

  #isEvent({ payloadType }: RtpPacket): boolean {
    const encoding = this.#encodings.get(payloadType);
    return encoding === 'telephoneEvent' || encoding === 'telephoneEvent48';
  }

  #inOrder(packet: RtpPacket, lostBefore: number): void {
    const { payloadType, payload, timestamp } = packet;
    const encoding = this.#encodings.get(payloadType);
    if (this.#isEvent(packet)) this.#event(packet);
    else if (encoding === 'comfortNoise') {
      this.#wasVoice = false;
      this.#noiseLevel = noiseLevelOf(payload);
      this.#timeline.place(timestamp, 0, this.#nowMs);
    } else if (isCodec(encoding)) this.#voice(packet, encoding, lostBefore);
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

  #pressAfter(before: KeyPress | null, packet: RtpPacket): KeyPress | null {
    const read = parseTelephoneEvent(packet.payload);
    if (read === null) return before;
    const isWide = this.#encodings.get(packet.payloadType) === 'telephoneEvent48';
    const scale = isWide ? WIDE_EVENT_TICKS : 1;
    const event = { ...read, duration: Math.round(read.duration / scale) };
    const longest = LONGEST_EVENT_TICKS / scale;
    const timestamp = this.#ticks.event(packet.timestamp);
    const { press, isPress } = takeEvent(before, { event, timestamp, marker: packet.marker, longest });
    if (isPress) this.#listener.digit(event.digit, 'event');
    return press;
  }

  #voice(packet: RtpPacket, codec: Codec, lostBefore: number): void {
    const { payload } = packet;
    const duration = codec === 'opus' ? opusTicks(payload) : payload.length;
    const isReady = codec !== 'opus' || this.#opus !== null;
    if (!isReady || duration === null || duration === 0 || payload.length > MAX_PACKET_BYTES) return;
    const perTick = this.#samplesPerTick;
    const { ticks, isNewClock } = this.#ticks.audio(packet.timestamp, CLOCK_PER_MS[codec]);
    if (isNewClock) this.#timeline.restart();
    const { position, missing } = this.#timeline.place(ticks, duration, this.#nowMs);
    if (missing > 0 && lostBefore > 0 && this.#wasVoice) {
      const concealed = this.#concealed(packet, codec, missing);
      this.#frames.add(concealed, (position - missing) * perTick);
    } else if (missing > 0) this.#concealment.reset();
    this.#wasVoice = true;
    this.#noiseLevel = null;
    const samples = this.#decoded(payload, codec, duration);
    if (isKeyTone(this.#key, ticks)) samples.fill(0);
    this.#concealment.received(samples);
    this.#frames.add(samples, position * perTick);
  }

  /** Audio in place of `missing` ticks before a packet, at most `MAX_CONCEALED`. */
  #concealed({ payload }: RtpPacket, codec: Codec, missing: number): Int16Array {
    const perTick = this.#samplesPerTick;
    const count = Math.min(missing, MAX_CONCEALED);
    if (codec !== 'opus' || this.#opus === null) return this.#concealment.conceal(count * perTick);
    const whole = count - (count % SHORTEST_OPUS_TICKS);
    if (whole === 0) return new Int16Array();
    return missing > MAX_CONCEALED
      ? this.#opus.conceal(whole * perTick)
      : this.#opus.recover(payload, whole * perTick);
  }

  #decoded(payload: Uint8Array, codec: Codec, duration: number): Int16Array {
    if (codec === 'opus') {
      const count = duration * this.#samplesPerTick;
      return this.#opus?.decode(payload, count) ?? new Int16Array(count);
    }
    const decode = this.#decoders.get(codec) ?? createDecoder(codec, this.rateHz);
    this.#decoders.set(codec, decode);
    return decode(payload);
  }
}

const CODECS: readonly Codec[] = ['pcma', 'pcmu', 'g722', 'opus'];
const DYNAMIC = ['opus', 'telephoneEvent', 'telephoneEvent48'] as const;
const ENCODINGS: readonly Encoding[] = [...CODECS, 'telephoneEvent', 'telephoneEvent48', 'comfortNoise'];

function isCodec(encoding: Encoding | undefined): encoding is Codec {
  return CODECS.some((codec) => codec === encoding);
}

/** The first encoding of a payload type counts. */
function addType(encodings: Map<number, Encoding>, type: number | null, encoding: Encoding): void {
  if (type !== null && !encodings.has(type)) encodings.set(type, encoding);
}

/** 16-bit full scale, 0 dBov. */
const OVERLOAD = 32_768;
/** RMS of uniform noise with a peak of 1. */
const UNIFORM_RMS = 1 / Math.sqrt(3);

/** RMS level of a comfort noise payload, in 16-bit units (RFC 3389 3.1). */
function noiseLevelOf(payload: Uint8Array): number {
  const level = (payload[0] ?? 127) & 0x7f;
  return level === 127 ? 0 : OVERLOAD * 10 ** (-level / 20);
}

/** White noise; the optional reflection coefficients are ignored. */
function createNoise(seed = 1): (count: number, level: number) => Int16Array {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state / 0x80000000;
  };
  return (count, level) => {
    const peak = Math.min(level / UNIFORM_RMS, OVERLOAD - 1);
    return Int16Array.from({ length: count }, () => Math.round(next() * peak));
  };
}

/** Range of the pitch period in ticks: 200 to 66 Hz. */
const PITCH = { shortest: 40, longest: 120 };
/** Correlation window of the pitch search: 20 ms. */
const COMPARED = 160;
const HISTORY = COMPARED + PITCH.longest;
/** In ticks: the volume is full for 10 ms and reaches zero after 60 ms. */
const FADE = { begin: 80, end: 480 };
/** Ticks of the cross-fade to received audio: 4 ms. */
const BLEND = 32;

/**
 * Packet loss concealment after G.711 Appendix I. Repeats the last pitch period and fades it out. Unlike Appendix I, it
 * adds no delay.
 */
interface Concealment {
  /** Passes received audio in order. After a concealment its start is cross-faded in place. */
  received(samples: Int16Array): void;
  /** Returns `count` samples in place of lost ones. */
  conceal(count: number): Int16Array;
  /** Must be called if the next audio does not continue the previous audio. */
  reset(): void;
}

function createConcealment(samplesPerTick: number): Concealment {
  const history = new Int16Array(HISTORY * samplesPerTick);
  const fade = { begin: FADE.begin * samplesPerTick, end: FADE.end * samplesPerTick };
  let period: Int16Array | null = null;
  let concealed = 0;

  function nextConcealed(): number {
    if (period === null) return 0;
    const strength = Math.min(1, Math.max(0, (fade.end - concealed) / (fade.end - fade.begin)));
    const sample = period[concealed % period.length] ?? 0;
    concealed += 1;
    return Math.round(sample * strength);
  }

  function blend(samples: Int16Array): void {
    const count = Math.min(BLEND * samplesPerTick, samples.length);
    for (let index = 0; index < count; index += 1) {
      const share = (index + 1) / (count + 1);
      samples[index] = Math.round((samples[index] ?? 0) * share + nextConcealed() * (1 - share));
    }
  }

  function forget(): void {
    period = null;
    concealed = 0;
  }

  return {
    received(samples) {
      if (period !== null) blend(samples);
      forget();
      const kept = Math.min(samples.length, history.length);
      history.copyWithin(0, kept);
      history.set(samples.subarray(samples.length - kept), history.length - kept);
    },
    conceal(count) {
      period ??= lastPeriod(history, samplesPerTick);
      return Int16Array.from({ length: count }, nextConcealed);
    },
    reset() {
      history.fill(0);
      forget();
    },
  };
}

/** The last pitch period, cross-faded so that it loops without a click. */
function lastPeriod(history: Int16Array, samplesPerTick: number): Int16Array {
  const length = pitchOf(history, samplesPerTick);
  const begin = history.length - length;
  const period = history.slice(begin);
  const quarter = length >> 2;
  for (let index = length - quarter; index < length; index += 1) {
    const share = (index - (length - quarter) + 1) / quarter;
    const before = history[begin - length + index] ?? 0;
    period[index] = Math.round((period[index] ?? 0) * (1 - share) + before * share);
  }
  return period;
}

/** The lag in samples with the highest normalized correlation over the last 20 ms. */
function pitchOf(history: Int16Array, samplesPerTick: number): number {
  const [shortest, longest] = [PITCH.shortest * samplesPerTick, PITCH.longest * samplesPerTick];
  let best = { distance: longest, correlation: 0 };
  for (let distance = shortest; distance <= longest; distance += 1) {
    let product = 0;
    let power = 1;
    for (let index = history.length - COMPARED * samplesPerTick; index < history.length; index += 1) {
      const before = history[index - distance] ?? 0;
      product += (history[index] ?? 0) * before;
      power += before * before;
    }
    const correlation = product / Math.sqrt(power);
    if (correlation > best.correlation) best = { distance, correlation };
  }
  return best.distance;
}
