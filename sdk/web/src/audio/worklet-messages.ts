/** Messages from the page to its worklet. */
export type ToWorklet = { type: 'play'; samples: Int16Array } | { type: 'clear' };

/**
 * Playback progress, reported several times a second; levels are the maximum since the last report, between 0 and 1.
 */
export interface AudioProgress {
  /** Received audio that was played or dropped. */
  playedMs: number;
  waitingMs: number;
  inputLevel: number;
  outputLevel: number;
}

export type FromWorklet = { type: 'captured'; samples: Int16Array } | ({ type: 'progress' } & AudioProgress);
