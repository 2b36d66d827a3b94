/** Pitch of voices at 8 kHz: 200 to 66 Hz. */
const PITCH = { shortest: 40, longest: 120 };
/** What is compared when the pitch is looked for: 20 ms. */
const COMPARED = 160;
const HISTORY = COMPARED + PITCH.longest;
/** The last voice sounds at full strength for 10 ms and is gone after 60. */
const FADE = { begin: 80, end: 480 };
/** The real voice is mixed in over 4 ms. */
const BLEND = 32;

/**
 * Fills what is lost with what was said last: repeats the last period of the voice and fades it out, as appendix I of
 * G.711 does; without its look-back, so that nothing that arrives waits.
 */
export interface Concealment {
  /** What really arrived, in order; the beginning is blended in place after something was concealed. */
  heard(samples: Int16Array): void;
  /** The next `count` samples that stand in for lost ones. */
  conceal(count: number): Int16Array;
  /** What comes next does not follow what came before. */
  reset(): void;
}

export function createConcealment(): Concealment {
  const history = new Int16Array(HISTORY);
  let period: Int16Array | null = null;
  let concealed = 0;

  function nextConcealed(): number {
    if (period === null) return 0;
    const strength = Math.min(1, Math.max(0, (FADE.end - concealed) / (FADE.end - FADE.begin)));
    const sample = period[concealed % period.length] ?? 0;
    concealed += 1;
    return Math.round(sample * strength);
  }

  function blend(samples: Int16Array): void {
    const count = Math.min(BLEND, samples.length);
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
    heard(samples) {
      if (period !== null) blend(samples);
      forget();
      const kept = Math.min(samples.length, HISTORY);
      history.copyWithin(0, kept);
      history.set(samples.subarray(samples.length - kept), HISTORY - kept);
    },
    conceal(count) {
      period ??= lastPeriod(history);
      return Int16Array.from({ length: count }, nextConcealed);
    },
    reset() {
      history.fill(0);
      forget();
    },
  };
}

/** The last period of the voice; its end leads over to its own beginning. */
function lastPeriod(history: Int16Array): Int16Array {
  const length = pitchOf(history);
  const begin = HISTORY - length;
  const period = history.slice(begin);
  const quarter = length >> 2;
  for (let index = length - quarter; index < length; index += 1) {
    const share = (index - (length - quarter) + 1) / quarter;
    const before = history[begin - length + index] ?? 0;
    period[index] = Math.round((period[index] ?? 0) * (1 - share) + before * share);
  }
  return period;
}

/** The distance at which the last 20 ms are most like what came before them. */
function pitchOf(history: Int16Array): number {
  let best = { distance: PITCH.longest, likeness: 0 };
  for (let distance = PITCH.shortest; distance <= PITCH.longest; distance += 1) {
    let product = 0;
    let power = 1;
    for (let index = HISTORY - COMPARED; index < HISTORY; index += 1) {
      const before = history[index - distance] ?? 0;
      product += (history[index] ?? 0) * before;
      power += before * before;
    }
    const likeness = product / Math.sqrt(power);
    if (likeness > best.likeness) best = { distance, likeness };
  }
  return best.distance;
}
