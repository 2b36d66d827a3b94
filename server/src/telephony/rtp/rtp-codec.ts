import { decodeAlaw, decodeUlaw, encodeAlaw, encodeUlaw } from '../../core/g711.ts';
import { G722Decoder, G722Encoder } from '../../core/g722.ts';
import { Resampler } from '../../core/resampler.ts';
import type { SampleRateHz } from '../../voice/legs/media-leg.ts';
import type { RtpParameters } from './rtp-parameters.ts';

export type Codec = RtpParameters['codec'];
/** Codecs that send one byte per tick of 8 kHz. */
export type PlainCodec = Exclude<Codec, 'opus'>;

export const CODEC_RATE_HZ: Record<Codec, SampleRateHz> = {
  pcmu: 8000,
  pcma: 8000,
  g722: 16_000,
  opus: 16_000,
};
/** The RTP clock of G.722 has 8 kHz (RFC 3551 4.5.2), that of Opus 48 kHz at any sample rate (RFC 7587 4.1). */
export const CLOCK_PER_MS: Record<Codec, number> = { pcmu: 8, pcma: 8, g722: 8, opus: 48 };

/** Encodes audio of a leg's sample rate, to one byte per tick of the RTP clock. */
export function createEncoder(codec: PlainCodec, legRateHz: SampleRateHz): (frame: Int16Array) => Uint8Array {
  const encode = encoderOf(codec);
  if (CODEC_RATE_HZ[codec] === legRateHz) return encode;
  const resampler = new Resampler(legRateHz, CODEC_RATE_HZ[codec]);
  return (frame) => encode(resampler.process(frame));
}

/** Decodes payloads to audio of a leg's sample rate, which the caller owns. */
export function createDecoder(
  codec: PlainCodec,
  legRateHz: SampleRateHz,
): (payload: Uint8Array) => Int16Array {
  const decode = decoderOf(codec);
  if (CODEC_RATE_HZ[codec] === legRateHz) return decode;
  const resampler = new Resampler(CODEC_RATE_HZ[codec], legRateHz);
  return (payload) => resampler.process(decode(payload));
}

function encoderOf(codec: PlainCodec): (frame: Int16Array) => Uint8Array {
  if (codec === 'pcmu') return encodeUlaw;
  if (codec === 'pcma') return encodeAlaw;
  const encoder = new G722Encoder();
  return (frame) => encoder.encode(frame);
}

function decoderOf(codec: PlainCodec): (payload: Uint8Array) => Int16Array {
  if (codec === 'pcmu') return decodeUlaw;
  if (codec === 'pcma') return decodeAlaw;
  const decoder = new G722Decoder();
  return (payload) => decoder.decode(payload);
}
