/** Messages between the TTS provider and its threads: one text at a time. */
export interface FliteRequest {
  text: string;
  /** flite's own name of the voice. */
  voice: string;
  /** Factor of the duration. */
  stretch: number;
  /** Standard deviation of the pitch; null for the voice's own. */
  pitchSpreadHz: number | null;
  /** Mean pitch; null for the voice's own. */
  pitchHz: number | null;
  sampleRateHz: number;
}

export type FliteReply =
  | { type: 'ready' }
  | { type: 'speech'; samples: Int16Array }
  | { type: 'failure'; message: string };

export interface FliteWorkerData {
  /** Compiled once per process, so that new threads start faster. */
  module: WebAssembly.Module;
}
