import type { OpusDecoderHandle, OpusEncoderHandle } from 'libopus-wasm';
import type { SampleRateHz } from '../../voice/legs/media-leg.ts';
import type { OpusFormat } from './rtp-parameters.ts';
import { TICKS_PER_MS } from './rtp-timeline.ts';

/** In bit/s; speech in wideband is transparent at this rate. */
const BITRATE = 24_000;
/** Of 10. A frame takes about 70 µs, from 2 on twice as long. */
const COMPLEXITY = 1;
/** Loss for which packets repeat the one before. */
const EXPECTED_LOSS_PERCENT = 10;

/** Opus (RFC 6716) in both directions of one call. Its WebAssembly memory must be freed. */
export class OpusCodec {
  readonly #encoder: OpusEncoderHandle;
  readonly #decoder: OpusDecoderHandle;

  private constructor(encoder: OpusEncoderHandle, decoder: OpusDecoderHandle) {
    this.#encoder = encoder;
    this.#decoder = decoder;
  }

  /** Loads the WebAssembly module with the first call that uses Opus. @param sampleRate of PCM in both directions */
  static async open(sampleRate: SampleRateHz): Promise<OpusCodec> {
    const { Application, createDecoder, createEncoder } = await import('libopus-wasm');
    const mono = { sampleRate, channels: 1 } as const;
    const encoder = await createEncoder({
      ...mono,
      application: Application.Voip,
      bitrate: BITRATE,
      complexity: COMPLEXITY,
    });
    try {
      return new OpusCodec(encoder, await createDecoder(mono));
    } catch (error) {
      encoder.free();
      throw error;
    }
  }

  configure({ maxBitrate, usesFec, isConstant }: OpusFormat): void {
    this.#encoder.setBitrate(Math.min(BITRATE, maxBitrate ?? BITRATE));
    this.#encoder.setVbr(!isConstant);
    this.#encoder.setFec(usesFec);
    this.#encoder.setPacketLossPercent(usesFec ? EXPECTED_LOSS_PERCENT : 0);
  }

  /** @param samples 10, 20 or 40 ms */
  encode(samples: Int16Array): Uint8Array {
    return this.#encoder.encode(samples, { frameSize: samples.length });
  }

  /** The audio of a packet whose `opusTicks` are known; concealed if it is damaged. */
  decode(packet: Uint8Array, count: number): Int16Array {
    try {
      return this.#decoder.decode(packet);
    } catch {
      return this.conceal(count);
    }
  }

  /** Continues the last audio. @param count samples, a multiple of 2.5 ms up to 120 ms */
  conceal(count: number): Int16Array {
    return this.#decoder.decodePacketLoss(count);
  }

  /** Audio lost before a packet: its end from the packet's copy, if it has one, the rest concealed. */
  recover(next: Uint8Array, count: number): Int16Array {
    try {
      return this.#decoder.decode(next, { decodeFec: true, frameSize: count });
    } catch {
      return this.conceal(count);
    }
  }

  free(): void {
    this.#encoder.free();
    this.#decoder.free();
  }
}

/** The shortest frame: 2.5 ms. */
export const SHORTEST_OPUS_TICKS = 2.5 * TICKS_PER_MS;
const LONGEST_OPUS_TICKS = 120 * TICKS_PER_MS;

/** Duration of a packet in ticks of 8 kHz (RFC 6716 3.1); null if it is invalid. */
export function opusTicks([head, count]: Uint8Array): number | null {
  if (head === undefined) return null;
  const configuration = head >> 3;
  const shape = head & 3;
  const frames = shape === 3 ? (count ?? 0) & 0x3f : shape === 0 ? 1 : 2;
  const ticks = frames * frameMsOf(configuration) * TICKS_PER_MS;
  return ticks === 0 || ticks > LONGEST_OPUS_TICKS ? null : ticks;
}

/** For speech, both and music. */
function frameMsOf(configuration: number): number {
  if (configuration < 12) return [10, 20, 40, 60][configuration % 4] ?? 0;
  if (configuration < 16) return [10, 20][configuration % 2] ?? 0;
  return [2.5, 5, 10, 20][configuration % 4] ?? 0;
}
