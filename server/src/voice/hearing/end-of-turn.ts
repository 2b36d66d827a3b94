/** What a customer has said so far in one turn, when they have just fallen silent. */
export interface UnfinishedTurn {
  /** The last of it, the silence included: mono PCM at 8 kHz, at most four seconds. */
  samples: Int16Array;
  /** Since the last sound that was speech. */
  silenceMs: number;
  /** As far as it was understood, the interim end included; empty where nothing was. */
  text: string;
  /** ISO 639-1, the assistant's main language. */
  language: string;
}

/** `unknown`: it cannot be told. */
export type Judgement = 'complete' | 'incomplete' | 'unknown';

/** Hears whether somebody has finished what they wanted to say; one for all calls of a process. */
export interface EndOfTurnDetector {
  /** Within a few tens of milliseconds. Never rejects. */
  judge(turn: UnfinishedTurn): Promise<Judgement>;
}
