/** What the page tells its worklet. */
export type ToWorklet = { type: 'play'; samples: Int16Array } | { type: 'clear' };

/** How the sound stands, a few times a second; levels are the loudest since the last report, 0 to 1. */
export interface SoundProgress {
  /** Of all that came: played, or thrown away. */
  playedMs: number;
  waitingMs: number;
  inputLevel: number;
  outputLevel: number;
}

export type FromWorklet = { type: 'captured'; samples: Int16Array } | ({ type: 'progress' } & SoundProgress);
