/** Pitch range of voices in Hz. */
const LOWEST_HZ = 60;
const HIGHEST_HZ = 320;
/** A frame below this level is silence or a consonant. */
const VOICED_LEVEL = 800;
/** Minimum autocorrelation of a voiced frame at its period. */
const PERIODIC = 0.8;

/** Pitch range of speech, 10th to 90th percentile of voiced frames, in Hz. Autocorrelation over 40 ms, every 10 ms. */
export function pitchSpreadHz(samples: Int16Array, sampleRateHz: number): number {
  const at = pitchesOf(samples, sampleRateHz);
  return at(0.9) - at(0.1);
}

/** Median pitch of voiced frames in Hz. */
export function middlePitchHz(samples: Int16Array, sampleRateHz: number): number {
  return pitchesOf(samples, sampleRateHz)(0.5);
}

/** Percentiles of the pitch of voiced frames; `share` from 0 to 1. */
function pitchesOf(samples: Int16Array, sampleRateHz: number): (share: number) => number {
  const window = Math.round(sampleRateHz * 0.04);
  const pitches: number[] = [];
  for (let at = 0; at + 2 * window < samples.length; at += Math.round(sampleRateHz * 0.01)) {
    const pitch = pitchHz(samples.subarray(at, at + 2 * window), window, sampleRateHz);
    if (pitch !== null) pitches.push(pitch);
  }
  pitches.sort((one, other) => one - other);
  return (share) => pitches[Math.floor(share * (pitches.length - 1))] ?? Number.NaN;
}

function pitchHz(samples: Int16Array, window: number, sampleRateHz: number): number | null {
  const now = samples.subarray(0, window);
  const energy = product(now, now);
  if (Math.sqrt(energy / window) < VOICED_LEVEL) return null;
  let best = { lag: 0, likeness: 0 };
  for (let lag = Math.round(sampleRateHz / HIGHEST_HZ); lag <= sampleRateHz / LOWEST_HZ; lag++) {
    const later = samples.subarray(lag, lag + window);
    const likeness = product(now, later) / Math.sqrt(energy * product(later, later) + 1);
    if (likeness > best.likeness) best = { lag, likeness };
  }
  return best.likeness > PERIODIC ? sampleRateHz / best.lag : null;
}

function product(one: Int16Array, other: Int16Array): number {
  return one.reduce((sum, sample, at) => sum + sample * (other[at] ?? 0), 0);
}
