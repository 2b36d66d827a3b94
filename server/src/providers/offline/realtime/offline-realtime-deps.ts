import type { LanguageModel } from '../../interfaces/language-model.ts';
import type { SttProvider } from '../../interfaces/stt-provider.ts';
import type { TtsProvider } from '../../interfaces/tts-provider.ts';

export interface OfflineRealtimeDeps {
  /** Writes the replies and requests tool calls. */
  languageModel: LanguageModel;
  /** Speaks in `multimodal`; its voices are those of `offline-realtime/…`. */
  tts: TtsProvider;
  /** Transcribes speech; null if the machine has no STT provider, so that customers type. */
  stt: SttProvider | null;
}
