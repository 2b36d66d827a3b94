/** Range of the pitch period in samples: 200 to 66 Hz. */
const PITCH = { shortest: 40, longest: 120 };
/** Correlation window of the pitch search: 20 ms. */
const COMPARED = 160;
const HISTORY = COMPARED + PITCH.longest;
/** In samples: the volume is full for 10 ms and reaches zero after 60 ms. */
const FADE = { begin: 80, end: 480 };
/** Samples of the cross-fade to received audio: 4 ms. */
const BLEND = 32;

/**
 * Packet loss concealment after G.711 Appendix I. Repeats the last pitch period and fades it out. Unlike Appendix I, it
 * adds no delay.
 */
export interface Concealment {
  /** Passes received audio in order. After a concealment its start is cross-faded in place. */
  received(samples: Int16Array): void;
  /** Returns `count` samples in place of lost ones. */
  conceal(count: number): Int16Array;
  /** Must be called if the next audio does not continue the previous audio. */
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
    received(samples) {
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

/** The last pitch period, cross-faded so that it loops without a click. */
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

/** The lag in samples with the highest normalized correlation over the last 20 ms. */
function pitchOf(history: Int16Array): number {
  let best = { distance: PITCH.longest, correlation: 0 };
  for (let distance = PITCH.shortest; distance <= PITCH.longest; distance += 1) {
    let product = 0;
    let power = 1;
    for (let index = HISTORY - COMPARED; index < HISTORY; index += 1) {
      const before = history[index - distance] ?? 0;
      product += (history[index] ?? 0) * before;
      power += before * before;
    }
    const correlation = product / Math.sqrt(power);
    if (correlation > best.correlation) best = { distance, correlation };
  }
  return best.distance;
}
