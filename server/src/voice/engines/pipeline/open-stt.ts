import { ProviderError } from '../../../providers/interfaces/provider-error.ts';
import type { SttSession, TranscriptEvent } from '../../../providers/interfaces/stt-provider.ts';
import type { EngineOptions, EngineServices } from '../engine-options.ts';

/** Code of the provider that has no STT and reads typed text only. */
const TYPED_ONLY = 'offline';

const NO_STT: SttSession = {
  write: () => {},
  speechStarted: () => {},
  speechStopped: () => {},
  close: () => {},
};

export interface SttListener {
  received(event: TranscriptEvent): void;
  /** The provider failed and the one with code `by` replaced it. */
  replaced(error: ProviderError, by: string): void;
}

/** True if the assistant only reads typed text. */
export function isTextOnly({ transcriber }: Pick<EngineOptions['assistant'], 'transcriber'>): boolean {
  return (transcriber ?? TYPED_ONLY) === TYPED_ONLY;
}

/**
 * Opens a session of the assistant's STT provider. A provider missing from this installation is reported as a
 * `failed` event.
 */
export function openStt(
  services: EngineServices,
  { assistant, sampleRateHz, replacedSpeech }: EngineOptions,
  { received, replaced }: SttListener,
): SttSession {
  const code = assistant.transcriber ?? TYPED_ONLY;
  const stt = services.sttProviders.get(code);
  if (stt !== undefined) {
    const { voice, transcriberKeywords } = assistant.settings;
    const { language, secondaryLanguages } = voice;
    const languages = [language, ...secondaryLanguages.filter((other) => other !== language)];
    const hints = [assistant.name, ...transcriberKeywords];
    const onReplaced = (error: ProviderError, by: string): void => {
      replacedSpeech?.transcribers.set(code, by);
      replaced(error, by);
    };
    const isReplaced = replacedSpeech?.transcribers.has(code) === true;
    const options = { sampleRateHz, languages, hints, onReplaced };
    return stt.open(isReplaced ? { ...options, fallback: 'always' } : options, received);
  }
  if (code !== TYPED_ONLY) {
    const error = new ProviderError('rejected', `The transcriber ${code} is not configured.`);
    queueMicrotask(() => received({ type: 'failed', error }));
  }
  return NO_STT;
}
