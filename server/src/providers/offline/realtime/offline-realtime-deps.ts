import type { LanguageModel } from '../../interfaces/language-model.ts';
import type { SttProvider } from '../../interfaces/stt-provider.ts';
import type { TtsProvider } from '../../interfaces/tts-provider.ts';

export interface OfflineRealtimeDeps {
  /** Replies; has no tools and turn detection itself. */
  languageModel: LanguageModel;
  /** Speaks in `multimodal`; its voices are those of `offline-realtime/…`. */
  tts: TtsProvider;
  /** Transcribes speech, if the machine has a provider; null: customers type. */
  stt: SttProvider | null;
}
