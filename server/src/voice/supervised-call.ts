import type { SampleRateHz } from './legs/media-leg.ts';

/** Receives 20 ms of interleaved stereo: left the customer, right the audio that they hear. Must neither throw nor wait. */
export type AudioListener = (stereo: Int16Array) => void;

export interface TransferOrder {
  /** E.164, or a SIP address. */
  target: string;
  /** Said to the customer before the transfer; null for nothing. */
  message: string | null;
  /** We dial and brief the person before the customer is connected. */
  isWarm: boolean;
  /** Said to the person; null for nothing. */
  briefing: string | null;
}

/** A call in which a supervisor speaks instead of the assistant. */
export interface TakenCall {
  /** The supervisor's audio: mono, 20 ms at the sample rate of the call. */
  push(frame: Int16Array): void;
  /** Gives the customer back to the assistant. */
  leave(): void;
  hangUp(): void;
  /** Resolves when the call is back with the assistant or has ended. */
  readonly done: Promise<void>;
}

/**
 * Supervisor controls of a running call. Methods return false while the customer is not with the assistant: during
 * a transfer, and once the call is ending.
 */
export interface SupervisedCall {
  readonly sampleRateHz: SampleRateHz;
  /** Passes on the audio of the call until its end. @returns a function that unsubscribes */
  listen(listener: AudioListener): () => void;
  /** Says a text to the customer as the assistant, in the next pause of both sides. `interrupts`: at once. */
  say(text: string, options: { interrupts: boolean }): boolean;
  /** Gives the assistant an instruction for its next answers, which the customer does not hear. */
  whisper(text: string): boolean;
  /** Transfers the customer once the assistant has finished speaking. */
  transfer(order: TransferOrder): boolean;
  /** True if a supervisor can take the call over now. */
  readonly canBeTakenOver: boolean;
  /**
   * Speaks with the customer instead of the assistant.
   * @param heard receives the customer's audio, frames of 20 ms
   * @returns null if it cannot be taken over
   */
  takeOver(heard: (frame: Int16Array) => void): TakenCall | null;
  /** Ends the call after a message to the customer, at once if the customer is not with the assistant. */
  hangUp(message: string): void;
}
