import type { LanguageModel } from '../../spec/language-model.ts';
import type { StreamingSynthesizer } from '../../spec/streaming-synthesizer.ts';
import type { Transcriber } from '../../spec/transcriber.ts';

export interface OfflineRealtimeParts {
  /** Answers; without tools and turns of its own. */
  languageModel: LanguageModel;
  /** Speaks in `multimodal`; its voices are the ones of `offline-realtime/…`. */
  synthesizer: StreamingSynthesizer;
  /** Understands speech where the machine has something for that; null: words are typed. */
  transcriber: Transcriber | null;
}
