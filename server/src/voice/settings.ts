/** What an assistant's settings mean for a call; times in milliseconds. Source: the contract's table of writable fields. */
export interface VoiceSettings {
  mode: 'pipeline' | 'multimodal' | 'dualplex';
  endpointType: 'vad' | 'ai';
  /** Silence after which a turn counts as over (`endpoint_sensitivity`, seconds in the contract). */
  endpointSilenceMs: number;
  /** Speech over the assistant's own after which it stops (`interrupt_sensitivity`, seconds in the contract). */
  interruptAfterMs: number;
  /** Words over the assistant's own before it stops; null: none are asked for. */
  minInterruptWords: number | null;
  allowInterruptions: boolean;
  /** 0 to 1 for the turn detection of realtime models; null: theirs. */
  turnDetectionThreshold: number | null;
  /** Null: no fillers. */
  fillers: { positive: string[]; negative: string[]; question: string[]; neutral: string[] } | null;
  ambientSound: 'off' | 'office' | 'city' | 'forest' | 'crowded_room' | 'cafe' | 'nature';
  /** 0 to 1. */
  ambientSoundVolume: number;
  record: boolean;
  noiseCancellation: boolean;
  waitForCustomer: boolean;
  /** From the answer, or from where this assistant has taken the call over. */
  maxDurationMs: number;
  /** Silence of both sides after which we hang up. */
  maxSilenceMs: number;
  /** The customer's silence from the answer after which we hang up; null: `maxSilenceMs` counts alone. */
  maxInitialSilenceMs: number | null;
  reengagementIntervalMs: number;
  /** A template, as the two below: the call puts the values of its variables in. Null: the default prompt. */
  reengagementPrompt: string | null;
  endCallOnVoicemail: boolean;
  /** Spoken to an answering machine; null: nothing is. */
  voiceMailMessage: string | null;
  initialMessage: string;
  voice: VoiceStyle;
}

/** How a synthesizer speaks. */
export interface VoiceStyle {
  /** The catalogue's code, `vendor/voice`. */
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
  /** ISO 639-1; the customer may switch to these. */
  secondaryLanguages: readonly string[];
}
