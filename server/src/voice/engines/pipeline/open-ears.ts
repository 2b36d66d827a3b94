import { ProviderError } from '../../../providers/spec/provider-error.ts';
import type { TranscriberSession, TranscriptEvent } from '../../../providers/spec/transcriber.ts';
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

/** Opens the assistant's transcriber; one that this installation has not (any more) fails as a provider does. */
export function openEars(
  services: EngineServices,
  { assistant, sampleRateHz }: EngineOptions,
  listener: (event: TranscriptEvent) => void,
): TranscriberSession {
  const code = assistant.transcriber ?? TYPED_WORDS;
  const transcriber = services.transcribers.get(code);
  if (transcriber !== undefined) {
    const { language, secondaryLanguages } = assistant.settings.voice;
    const languages = [language, ...secondaryLanguages.filter((other) => other !== language)];
    return transcriber.open({ sampleRateHz, languages, hints: [assistant.name] }, listener);
  }
  if (code !== TYPED_WORDS) {
    const error = new ProviderError('rejected', `The transcriber ${code} is not configured.`);
    queueMicrotask(() => listener({ type: 'failed', error }));
  }
  return DEAF;
}
