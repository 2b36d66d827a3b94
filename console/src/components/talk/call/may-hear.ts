interface Hearing {
  sandbox: boolean;
  transcribers?: readonly unknown[];
  realtime_models?: readonly unknown[];
}

export const TYPING_HINT =
  'No speech-to-text is configured on this server, so type what you say: it is spoken into the call.';

/**
 * Whether anything here understands what is said.
 * @param features of the session; undefined: not known yet
 * @param mode of the assistant; null: whoever answers
 */
export function mayHear(
  features: Hearing | undefined,
  mode: 'pipeline' | 'multimodal' | 'dualplex' | null,
): boolean {
  if (features?.transcribers === undefined) return true;
  const { transcribers, realtime_models: models = [] } = features;
  return transcribers.length > 0 || (mode !== 'pipeline' && models.length > 0);
}
