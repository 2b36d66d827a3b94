/** Who answers, and how the answer is asked for. */
export type Target =
  /** The model's endpoint itself, asked so many times one after the other: what a turn makes Parley ask. */
  | { kind: 'model'; port: number; requests: 1 | 2 }
  | { kind: 'parley'; port: number; assistantUuid: string; isStreamed: boolean };

/** Conversations held at a time; every one asks again a fixed time after it was answered. */
export interface TalkJob {
  target: Target;
  conversations: number;
  /** 0: at once. */
  pauseMs: number;
  seconds: number;
}

export interface TalkResult {
  /** Milliseconds from the question to the first word of the answer, and to its end; one value a turn. */
  firstWordMs: number[];
  wholeMs: number[];
  seconds: number;
  /** What the visitors themselves used. */
  cpuSeconds: number;
}
