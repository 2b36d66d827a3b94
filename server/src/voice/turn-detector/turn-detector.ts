/** The current turn of a customer who has just fallen silent. */
export interface UnfinishedTurn {
  /** The last audio including the silence: mono PCM at 8 kHz, at most four seconds. */
  samples: Int16Array;
  silenceMs: number;
  /** Transcript so far, including the interim result; may be empty. */
  text: string;
  /** ISO 639-1, the language of the turn. */
  language: string;
}

/** `unknown`: not enough information. */
export type TurnPrediction = 'complete' | 'incomplete' | 'unknown';

/** Predicts whether a turn is complete; one for all calls of a process. */
export interface TurnDetector {
  /** Resolves within a few tens of milliseconds. Never rejects. */
  predict(turn: UnfinishedTurn): Promise<TurnPrediction>;
}
