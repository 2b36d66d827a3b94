import type { Pronunciation } from '#contract/pronunciations.ts';

/**
 * Protection of the first message from interruptions. `off`: none. `greeting`: a "hello?" does not interrupt it.
 * `always`: no speech interrupts it; the speech is answered after it.
 */
export type FirstMessageProtection = 'off' | 'greeting' | 'always';

/** Call settings of an assistant; times in milliseconds. Source: the contract's table of writable fields. */
export interface VoiceSettings {
  mode: 'pipeline' | 'multimodal' | 'dualplex';
  endpointType: 'vad' | 'ai';
  /** Silence that ends a turn (`endpoint_sensitivity`, in seconds in the contract). */
  endpointSilenceMs: number;
  /** Speech that interrupts the assistant (`interrupt_sensitivity`, in seconds in the contract). */
  interruptAfterMs: number;
  /** Words that interrupt the assistant; null for no minimum. */
  minInterruptWords: number | null;
  allowInterruptions: boolean;
  protectFirstMessage: FirstMessageProtection;
  /** VAD threshold of realtime models, 0 to 1; null for their default. */
  turnDetectionThreshold: number | null;
  /** Null for no fillers. */
  fillers: { positive: string[]; negative: string[]; question: string[]; neutral: string[] } | null;
  ambientSound: 'off' | 'office' | 'city' | 'forest' | 'crowded_room' | 'cafe' | 'nature';
  /** 0 to 1. */
  ambientSoundVolume: number;
  record: boolean;
  /** Keys that the customer presses are hidden wherever the call is stored or shown. */
  maskKeypadInput: boolean;
  noiseCancellation: boolean;
  waitForCustomer: boolean;
  /** From the answer, or from the handoff to this assistant. */
  maxDurationMs: number;
  /** Silence of both sides that ends the call. */
  maxSilenceMs: number;
  /** Initial silence of the customer that ends the call; null if only `maxSilenceMs` applies. */
  maxInitialSilenceMs: number | null;
  reengagementIntervalMs: number;
  /** Template with variables, as are the two below. Null for the default prompt. */
  reengagementPrompt: string | null;
  endCallOnVoicemail: boolean;
  /** Message for answering machines; null if not set. */
  voiceMailMessage: string | null;
  /** Applies after two requests in a row to repeat speech that was not understood. */
  unclearSpeechAction: 'transfer' | 'end_call' | 'continue';
  /** Template of a notice before the first message, which cannot be interrupted; null if not set. */
  noticeMessage: string | null;
  initialMessage: string;
  /** Words that the STT provider should expect. */
  transcriberKeywords: readonly string[];
  voice: VoiceStyle;
}

export interface VoiceStyle {
  /** Catalog code, `vendor/voice`. */
  voice: string;
  /** 0 to 1. */
  stability: number;
  /** 0 to 1. */
  similarity: number;
  /** 0.7 to 1.2. */
  speed: number;
  emotion: boolean;
  /** ISO 639-1 */
  language: string;
  /** ISO 639-1; languages the customer may switch to. */
  secondaryLanguages: readonly string[];
  /** Numbers, dates, codes and so on become words before the voice reads them. */
  isNormalized: boolean;
  /** With distinct words. */
  pronunciations: readonly Pronunciation[];
}
