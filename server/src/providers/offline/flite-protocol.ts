import type { SpokenAudio } from '../spec/speech-synthesizer.ts';

/** What the synthesizer and its thread say to each other: one text at a time. */
export interface FliteRequest {
  text: string;
  /** flite's own name for the voice. */
  voice: string;
}

export type FliteReply =
  | { type: 'ready' }
  | { type: 'speech'; audio: SpokenAudio }
  | { type: 'failure'; message: string };

export interface FliteWorkerData {
  /** Compiled once by the process: a new thread need not read it again. */
  module: WebAssembly.Module;
}
