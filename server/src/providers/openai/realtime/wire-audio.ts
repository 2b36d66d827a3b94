import { encodeUlaw } from '../../../core/g711.ts';
import type { RealtimeRates } from '../../interfaces/realtime-model.ts';
import type { AudioEncoding } from '../../kit/speech/decode-audio.ts';

/** How audio goes over the wire in a call of this rate. */
export interface WireAudio extends RealtimeRates {
  encoding: AudioEncoding;
  /** As the session is told. */
  format: Record<string, unknown>;
}

/**
 * Telephones' G.711 passes through as it is: converted to the model's 24 kHz, a hundred calls take a fifth of a core
 * more and five times the bandwidth (measured). Browsers' 16 kHz are worth that.
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

/** In base64. Samples are written as they lie in memory, the low byte first on every machine that Node runs on. */
export function encodeAudio(samples: Int16Array, encoding: AudioEncoding): string {
  const bytes =
    encoding === 'ulaw'
      ? encodeUlaw(samples)
      : new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
