import type { VoiceSettings } from '../settings.ts';

/** Added to the engine's own endpointing silence. An engine that has not answered by then took the turn for noise. */
const UNANSWERED_MS = 5000;
/** An engine that reports speech and has reported none by then did not notice the customer. */
const UNNOTICED_MS = 2000;
/** Semantic turn detection may wait this long. */
const SEMANTIC_SILENCE_MS = 4000;

/** What an engine with its own turn detection has reported about the current turn. */
export class EngineTurnSignals {
  /** Whether the engine reports speech; not all do. */
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
