/** Speech starts after this much sound, so that a click does not count. */
const START_MS = 120;
const DEFAULT_SILENCE_MS = 500;
/** Anything quieter is never speech, in dB below full scale. */
const QUIETEST_DBFS = -48;
const QUIETEST_FLOOR_DBFS = -80;
/** Level of speech above the noise floor: at a threshold of 0, and at 1. */
const MARGIN_DB = [6, 24] as const;
/** The noise floor follows quieter audio immediately and louder audio slowly. */
const FLOOR_RISE_DB_PER_SECOND = 3;

export type EnergyEvent = 'started' | 'stopped' | null;

/** Detects speech by its level above the noise floor, without a model. */
export class EnergyTurns {
  readonly #marginDb: number;
  readonly #silenceMs: number;
  #floorDbfs = -60;
  #voicedMs = 0;
  #silentMs = 0;
  #isSpeaking = false;

  /** @param threshold 0 to 1; null for medium */
  constructor(threshold: number | null, silenceMs: number | null) {
    const [least, most] = MARGIN_DB;
    this.#marginDb = least + (most - least) * (threshold ?? 0.5);
    this.#silenceMs = silenceMs ?? DEFAULT_SILENCE_MS;
  }

  /** @param durationMs duration of the samples */
  push(samples: Int16Array, durationMs: number): EnergyEvent {
    const level = levelDbfs(samples);
    const isVoiced = level > QUIETEST_DBFS && level > this.#floorDbfs + this.#marginDb;
    // The noise floor also rises during speech, because sound without pauses is noise.
    const risen = this.#floorDbfs + (FLOOR_RISE_DB_PER_SECOND * durationMs) / 1000;
    this.#floorDbfs = Math.max(QUIETEST_FLOOR_DBFS, Math.min(level, risen));
    this.#voicedMs = isVoiced ? this.#voicedMs + durationMs : 0;
    this.#silentMs = isVoiced ? 0 : this.#silentMs + durationMs;
    if (!this.#isSpeaking && this.#voicedMs >= START_MS) {
      this.#isSpeaking = true;
      return 'started';
    }
    if (this.#isSpeaking && this.#silentMs >= this.#silenceMs) {
      this.#isSpeaking = false;
      return 'stopped';
    }
    return null;
  }
}

function levelDbfs(samples: Int16Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  if (sum === 0) return -100;
  return 10 * Math.log10(sum / samples.length / 32_768 ** 2);
}
