import { t } from '../../../lib/i18n/t.ts';

interface SpeechFeatures {
  transcribers: readonly string[];
  realtime_models: readonly string[];
}

export const TYPING_HINT = t('Speech-to-text isn’t configured, so type instead of speaking.');

/** Code of the built-in STT provider. It and the built-in model accept only typed text. */
const TYPING_TRANSCRIBER = 'offline';
const TYPING_MODEL = 'offline-realtime';

interface AnsweringAssistant {
  mode: 'pipeline' | 'multimodal' | 'dualplex';
  /** Code of its STT provider; undefined if unknown. */
  transcriber: string | undefined;
}

/**
 * Whether speech is transcribed.
 * @param features of the session; undefined if unknown
 * @param assistant null if any assistant may answer
 */
export function transcribesSpeech(
  features: SpeechFeatures | undefined,
  assistant: AnsweringAssistant | null,
): boolean {
  if (features === undefined) return true;
  const sttProviders = features.transcribers.filter((code) => code !== TYPING_TRANSCRIBER);
  const models = features.realtime_models.filter((code) => code !== TYPING_MODEL);
  if (assistant === null) return sttProviders.length > 0 || models.length > 0;
  if (assistant.mode !== 'pipeline') return models.length > 0;
  return assistant.transcriber === undefined
    ? sttProviders.length > 0
    : sttProviders.includes(assistant.transcriber);
}
