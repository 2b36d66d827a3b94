/** What the synthesizer and its threads say to each other: one text at a time. */
export interface FliteRequest {
  text: string;
  /** flite's own name for the voice. */
  voice: string;
  /** How much longer than usual it takes to say it. */
  stretch: number;
  /** How far its pitch goes from the middle (standard deviation); null: as the voice has it. */
  pitchSpreadHz: number | null;
  /** The middle of its pitch; null: as the voice has it. */
  pitchHz: number | null;
  sampleRateHz: number;
}

export type FliteReply =
  | { type: 'ready' }
  | { type: 'speech'; samples: Int16Array }
  | { type: 'failure'; message: string };

export interface FliteWorkerData {
  /** Compiled once by the process: a new thread need not read it again. */
  module: WebAssembly.Module;
}
