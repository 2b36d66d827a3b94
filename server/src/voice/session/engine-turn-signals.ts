import type { VoiceSettings } from '../settings.ts';

/** Added to the engine's endpointing silence. An engine without an answer after this time took the turn for noise. */
const UNANSWERED_MS = 5000;
/** Replaces `UNANSWERED_MS` if the engine usually reports speech but has not noticed the current turn. */
const UNNOTICED_MS = 2000;
/** Semantic turn detection may wait this long. */
const SEMANTIC_SILENCE_MS = 4000;

/** Reports of an engine with its own turn detection about the current turn. */
export class EngineTurnSignals {
  /** True if the engine reports speech; not all do. */
  #reportsSpeech = false;
  #isNoticed = false;

  speechReported(): void {
    this.#reportsSpeech = true;
  }

  noticed(): void {
    this.#isNoticed = true;
  }

  reset(): void {
    this.#isNoticed = false;
  }

  /** Silence after which the engine will not answer any more. */
  unansweredMs({ endpointType, endpointSilenceMs }: VoiceSettings): number {
    if (this.#reportsSpeech && !this.#isNoticed) return UNNOTICED_MS + endpointSilenceMs;
    const semanticMs = endpointType === 'ai' ? SEMANTIC_SILENCE_MS : 0;
    return UNANSWERED_MS + Math.max(endpointSilenceMs, semanticMs);
  }
}
