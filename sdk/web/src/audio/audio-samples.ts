/** Converts 16-bit samples to floats between -1 and 1. */
export function floatsOf(samples: Int16Array): Float32Array {
  return Float32Array.from(samples, (sample) => sample / 32_768);
}

/** Converts floats to 16-bit samples; clips values out of range. */
export function integersOf(samples: Float32Array): Int16Array {
  return Int16Array.from(samples, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767));
}

/** Mean level between 0 and 1. */
export function loudnessOf(samples: Float32Array): number {
  if (samples.length === 0) return 0;
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}

/** Fill of a level meter between 0 and 1, on a decibel scale from -60 dB. */
export function meterFill(loudness: number): number {
  return loudness <= 0.001 ? 0 : Math.min(1, 1 + Math.log10(loudness) / 3);
}
