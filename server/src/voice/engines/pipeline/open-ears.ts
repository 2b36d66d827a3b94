import { ProviderError } from '../../../providers/interfaces/provider-error.ts';
import type { TranscriberSession, TranscriptEvent } from '../../../providers/interfaces/transcriber.ts';
import type { EngineOptions, EngineServices } from '../engine-options.ts';

/** The code of the transcriber that hears nothing: words are typed. */
const TYPED_WORDS = 'offline';

/** Ears of a call in which everything is typed. */
const DEAF: TranscriberSession = {
  write: () => {},
  speechStarted: () => {},
  speechStopped: () => {},
  close: () => {},
};

export interface EarsListener {
  heard(event: TranscriptEvent): void;
  /** The transcriber failed, and the one with the code `by` replaced it. */
  replaced(error: ProviderError, by: string): void;
}

/** Whether the assistant knows only words that are typed. */
export function isDeaf({ transcriber }: Pick<EngineOptions['assistant'], 'transcriber'>): boolean {
  return (transcriber ?? TYPED_WORDS) === TYPED_WORDS;
}

/** Opens the assistant's transcriber; one that this installation has not (any more) fails as a provider does. */
export function openEars(
  services: EngineServices,
  { assistant, sampleRateHz }: EngineOptions,
  { heard, replaced }: EarsListener,
): TranscriberSession {
  const code = assistant.transcriber ?? TYPED_WORDS;
  const transcriber = services.transcribers.get(code);
  if (transcriber !== undefined) {
    const { language, secondaryLanguages } = assistant.settings.voice;
    const languages = [language, ...secondaryLanguages.filter((other) => other !== language)];
    return transcriber.open(
      { sampleRateHz, languages, hints: [assistant.name], onReplaced: replaced },
      heard,
    );
  }
  if (code !== TYPED_WORDS) {
    const error = new ProviderError('rejected', `The transcriber ${code} is not configured.`);
    queueMicrotask(() => heard({ type: 'failed', error }));
  }
  return DEAF;
}
