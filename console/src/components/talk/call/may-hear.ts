interface Hearing {
  transcribers: readonly string[];
  realtime_models: readonly string[];
}

export const TYPING_HINT =
  'No speech-to-text is configured on this server, so type what you say: it is spoken into the call.';

/** What is built in reads typed words only. */
const DEAF_TRANSCRIBER = 'offline';
const DEAF_MODEL = 'offline-realtime';

/**
 * Whether anything here understands what is said.
 * @param features of the session; undefined: not known yet
 * @param mode of the assistant; null: whoever answers
 */
export function mayHear(
  features: Hearing | undefined,
  mode: 'pipeline' | 'multimodal' | 'dualplex' | null,
): boolean {
  if (features === undefined) return true;
  const hasEars = features.transcribers.some((code) => code !== DEAF_TRANSCRIBER);
  const hasModel = features.realtime_models.some((code) => code !== DEAF_MODEL);
  if (mode === 'pipeline') return hasEars;
  return mode === null ? hasEars || hasModel : hasModel;
}
