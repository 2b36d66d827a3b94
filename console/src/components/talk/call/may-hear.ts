interface Hearing {
  transcribers: readonly string[];
  realtime_models: readonly string[];
}

export const TYPING_HINT = 'Speech-to-text isn’t configured, so type instead of speaking.';

/** The built-in provider transcribes typed text only. */
const DEAF_TRANSCRIBER = 'offline';
const DEAF_MODEL = 'offline-realtime';

interface Answering {
  mode: 'pipeline' | 'multimodal' | 'dualplex';
  /** Code of its speech-to-text provider; undefined: unknown. */
  transcriber: string | undefined;
}

/**
 * Whether speech is transcribed.
 * @param features of the session; undefined: unknown
 * @param assistant null: any assistant may answer
 */
export function mayHear(features: Hearing | undefined, assistant: Answering | null): boolean {
  if (features === undefined) return true;
  const ears = features.transcribers.filter((code) => code !== DEAF_TRANSCRIBER);
  const models = features.realtime_models.filter((code) => code !== DEAF_MODEL);
  if (assistant === null) return ears.length > 0 || models.length > 0;
  if (assistant.mode !== 'pipeline') return models.length > 0;
  return assistant.transcriber === undefined ? ears.length > 0 : ears.includes(assistant.transcriber);
}
