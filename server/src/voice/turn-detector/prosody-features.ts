import { rmsDbfs } from '../audio/level.ts';

/** Prosody before the silence; each about -1 to 1. */
export interface ProsodyFeatures {
  /** Pitch at the end compared with the pitch before; 1 is six semitones higher. */
  pitchMove: number;
  /** Pitch change within the last voiced stretch, in the same unit. */
  pitchSlope: number;
  /** Level at the end compared with the level before; 1 is 10 dB louder. */
  energyMove: number;
}

const SAMPLE_RATE_HZ = 8000;
const HOP = 160;
const WINDOW = 320;
/** Frames analyzed: 1.5 s. */
const PHRASE_FRAMES = 75;
const END_FRAMES = 12;
const LOWEST_HZ = 65;
const HIGHEST_HZ = 400;
/** Minimum autocorrelation of voiced frames; 1 is perfectly periodic. */
const VOICED = 0.55;

/**
 * @param samples mono PCM at 8 kHz, the last seconds of speech with the silence after it
 * @returns null if there is too little speech. Takes about 1 ms.
 */
export function prosodyFeatures(samples: Int16Array, silenceMs: number): ProsodyFeatures | null {
  const levels = levelsOf(samples);
  const last = Math.floor((samples.length - (silenceMs * SAMPLE_RATE_HZ) / 1000) / HOP) - 1;
  if (last < END_FRAMES) return null;
  const first = Math.max(0, last + 1 - PHRASE_FRAMES);
  const pitchTrack = pitches(samples, first, last);
  const ending = pitchTrack.slice(-END_FRAMES).filter(isVoiced);
  const before = pitchTrack.slice(0, -END_FRAMES).filter(isVoiced);
  if (ending.length < 3 || before.length < 3) return null;
  const endLevel = mean(levels.slice(last + 1 - END_FRAMES, last + 1));
  return {
    pitchMove: clipped(semitones(median(ending), median(before)) / 6),
    pitchSlope: clipped(semitones(median(ending.slice(-3)), median(ending.slice(0, 3))) / 6),
    energyMove: clipped((endLevel - mean(levels.slice(first, last + 1 - END_FRAMES))) / 10),
  };
}

function levelsOf(samples: Int16Array): number[] {
  return Array.from({ length: Math.floor(samples.length / HOP) }, (_, index) =>
    rmsDbfs(samples.subarray(index * HOP, (index + 1) * HOP)),
  );
}

/** Pitch of each frame in Hz; NaN if unvoiced. */
function pitches(samples: Int16Array, first: number, last: number): number[] {
  return Array.from({ length: last + 1 - first }, (_, index) => {
    const end = (first + index + 1) * HOP;
    return end < WINDOW ? Number.NaN : pitchOf(samples.subarray(end - WINDOW, end));
  });
}

/** Autocorrelation at half the sample rate: accurate to semitones, and four times as fast. */
function pitchOf(window: Int16Array): number {
  const half = Float64Array.from(
    { length: window.length / 2 },
    (_, index) => (window[2 * index] ?? 0) + (window[2 * index + 1] ?? 0),
  );
  const rate = SAMPLE_RATE_HZ / 2;
  let best = Number.NaN;
  let bestMatch = VOICED;
  for (let lag = Math.floor(rate / HIGHEST_HZ); lag <= rate / LOWEST_HZ; lag += 1) {
    const match = correlation(half, lag);
    // A lower pitch must match clearly better, because multiples of the true lag match too.
    if (match > bestMatch * (Number.isNaN(best) ? 1 : 1.05)) {
      best = rate / lag;
      bestMatch = match;
    }
  }
  return best;
}

function correlation(sound: Float64Array, lag: number): number {
  let product = 0;
  let one = 0;
  let other = 0;
  for (let index = lag; index < sound.length; index += 1) {
    const now = sound[index] ?? 0;
    const before = sound[index - lag] ?? 0;
    product += now * before;
    one += now * now;
    other += before * before;
  }
  return one === 0 || other === 0 ? 0 : product / Math.sqrt(one * other);
}

function isVoiced(pitchHz: number): boolean {
  return !Number.isNaN(pitchHz);
}

function semitones(pitchHz: number, overHz: number): number {
  return 12 * Math.log2(pitchHz / overHz);
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function clipped(value: number): number {
  return Math.max(-1.5, Math.min(1.5, value));
}
