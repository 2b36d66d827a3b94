import type { LanguageModel } from '../../interfaces/language-model.ts';
import type { StreamingSynthesizer } from '../../interfaces/streaming-synthesizer.ts';
import type { Transcriber } from '../../interfaces/transcriber.ts';

export interface OfflineRealtimeDeps {
  /** Answers; without tools and turns of its own. */
  languageModel: LanguageModel;
  /** Speaks in `multimodal`; its voices are the ones of `offline-realtime/…`. */
  synthesizer: StreamingSynthesizer;
  /** Understands speech where the machine has something for that; null: words are typed. */
  transcriber: Transcriber | null;
}
