import { encodeUlaw } from '../../../core/g711.ts';
import type { RealtimeRates } from '../../interfaces/realtime-model.ts';
import type { AudioEncoding } from '../../kit/speech/decode-audio.ts';

/** Audio format on the wire, by the call's sample rate. */
export interface WireAudio extends RealtimeRates {
  encoding: AudioEncoding;
  /** The format as the session's settings declare it. */
  format: Record<string, unknown>;
}

/**
 * G.711 of the phone network is passed through: converting it to the model's 24 kHz would cost a fifth of a core more
 * per hundred calls and five times the bandwidth (measured). For the browsers' 16 kHz the conversion is worthwhile.
 */
export function wireAudio(callRateHz: 8000 | 16000): WireAudio {
  if (callRateHz === 8000) {
    return { inputRateHz: 8000, outputRateHz: 8000, encoding: 'ulaw', format: { type: 'audio/pcmu' } };
  }
  return {
    inputRateHz: 24_000,
    outputRateHz: 24_000,
    encoding: 'pcm16',
    format: { type: 'audio/pcm', rate: 24_000 },
  };
}

/** Base64. Samples are written in memory order, which is little-endian on all platforms of Node. */
export function encodeAudio(samples: Int16Array, encoding: AudioEncoding): string {
  const bytes =
    encoding === 'ulaw'
      ? encodeUlaw(samples)
      : new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
