/** The target of requests. */
export type Target =
  /** The model's endpoint itself, called as often per turn as Parley would. */
  | { kind: 'model'; port: number; requests: 1 | 2 }
  | { kind: 'parley'; port: number; assistantUuid: string; isStreamed: boolean };

/** Concurrent conversations. Each asks again after a fixed pause. */
export interface TalkJob {
  target: Target;
  conversations: number;
  /** 0 means immediately. */
  pauseMs: number;
  seconds: number;
}

export interface TalkResult {
  /** Milliseconds from the question to the first word of the answer, and to its end; one value per turn. */
  firstWordMs: number[];
  wholeMs: number[];
  seconds: number;
  /** CPU used by the visitors. */
  cpuSeconds: number;
}
