/** 16 bits to the range of -1 to 1. */
export function floatsOf(samples: Int16Array): Float32Array {
  return Float32Array.from(samples, (sample) => sample / 32_768);
}

/** The other way; what is too loud is cut off. */
export function integersOf(samples: Float32Array): Int16Array {
  return Int16Array.from(samples, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767));
}

/** Mean loudness between 0 and 1. */
export function loudnessOf(samples: Float32Array): number {
  if (samples.length === 0) return 0;
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}

/** How full a meter is at a loudness, between 0 and 1: as ears hear it, from -60 dB on. */
export function meterFill(loudness: number): number {
  return loudness <= 0.001 ? 0 : Math.min(1, 1 + Math.log10(loudness) / 3);
}
