import type { VoiceSettings } from '../settings.ts';

/** An engine that finds turns by itself, had the silence that it waits for, and has not answered by then took it for a noise. */
const UNANSWERED_MS = 5000;
/** One that tells when it hears the customer, and has told nothing by then, has not heard them. */
const UNNOTICED_MS = 2000;
/** One that judges by what was said may wait for so long. */
const JUDGED_SILENCE_MS = 4000;

/** What an engine that finds turns lets one know of the turn that goes on. */
export class EngineNotices {
  /** It tells when it hears the customer, as not all of them do. */
  #tells = false;
  #isNoticed = false;

  /** It tells that it hears them, with or before the turn that goes on. */
  told(): void {
    this.#tells = true;
  }

  /** It has heard the turn that goes on. */
  noticed(): void {
    this.#isNoticed = true;
  }

  /** Another turn, or none. */
  reset(): void {
    this.#isNoticed = false;
  }

  /** After how much silence it is not going to answer any more. */
  unansweredMs({ endpointType, endpointSilenceMs }: VoiceSettings): number {
    if (this.#tells && !this.#isNoticed) return UNNOTICED_MS + endpointSilenceMs;
    const judgedMs = endpointType === 'ai' ? JUDGED_SILENCE_MS : 0;
    return UNANSWERED_MS + Math.max(endpointSilenceMs, judgedMs);
  }
}
