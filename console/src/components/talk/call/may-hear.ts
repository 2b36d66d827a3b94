interface Hearing {
  transcribers: readonly string[];
  realtime_models: readonly string[];
}

export const TYPING_HINT =
  'No speech-to-text is configured here, so type what you say: it is spoken into the call.';

/** What is built in reads typed words only. */
const DEAF_TRANSCRIBER = 'offline';
const DEAF_MODEL = 'offline-realtime';

interface Answering {
  mode: 'pipeline' | 'multimodal' | 'dualplex';
  /** The code of its transcriber; undefined: not known. */
  transcriber: string | undefined;
}

/**
 * Whether what is said is understood.
 * @param features of the session; undefined: not known yet
 * @param assistant null: whoever answers
 */
export function mayHear(features: Hearing | undefined, assistant: Answering | null): boolean {
  if (features === undefined) return true;
  const ears = features.transcribers.filter((code) => code !== DEAF_TRANSCRIBER);
  const models = features.realtime_models.filter((code) => code !== DEAF_MODEL);
  if (assistant === null) return ears.length > 0 || models.length > 0;
  if (assistant.mode !== 'pipeline') return models.length > 0;
  return assistant.transcriber === undefined ? ears.length > 0 : ears.includes(assistant.transcriber);
}
