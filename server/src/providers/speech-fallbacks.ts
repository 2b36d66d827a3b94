import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { VoiceOffer } from './interfaces/offers.ts';
import type { ProviderError } from './interfaces/provider-error.ts';
import type { SttProvider } from './interfaces/stt-provider.ts';
import type { TtsProvider } from './interfaces/tts-provider.ts';
import { withSttFallback } from './kit/speech/stt-fallback.ts';
import { type FallbackVoice, withTtsFallback } from './kit/speech/tts-fallback.ts';

export interface SpeechFallbackDeps {
  clock: Clock;
  log: Log;
  voices: readonly VoiceOffer[];
}

/**
 * Flite only knows English and reads other languages by English rules; eSpeak supports them, but sounds less natural.
 */
const BUILT_IN = { english: ['flite', 'espeak'], other: ['espeak', 'flite'] };

/**
 * Adds fallbacks to every TTS provider: the configured one, then a built-in voice of the language.
 * @param chosen null for a built-in voice only
 */
export function withTtsFallbacks(
  ttsProviders: ReadonlyMap<string, TtsProvider>,
  chosen: TtsProvider | null,
  { clock, log, voices }: SpeechFallbackDeps,
): Map<string, TtsProvider> {
  const named = chosen === null ? null : backed(chosen, null);
  return new Map([...ttsProviders].map(([code, one]) => [code, backed(one, one === chosen ? null : named)]));

  function backed(primary: TtsProvider, first: TtsProvider | null): TtsProvider {
    return withTtsFallback({
      primary,
      clock,
      fallbackVoiceFor: (language) => {
        const codes = language === 'en' ? BUILT_IN.english : BUILT_IN.other;
        const builtIn = codes.flatMap((code) => ttsProviders.get(code) ?? []);
        const all = [...(first === null ? [] : [first]), ...builtIn];
        return firstThatSpeaks(
          language,
          all.filter(({ code }) => code !== primary.code),
          voices,
        );
      },
      onReplaced: (error, by) => logReplacement(log, { provider: primary.code, by }, error),
    });
  }
}

/** Adds the secondary provider as fallback to all others. */
export function withSttFallbacks(
  sttProviders: ReadonlyMap<string, SttProvider>,
  secondary: SttProvider,
  { log }: Pick<SpeechFallbackDeps, 'log'>,
): Map<string, SttProvider> {
  return new Map(
    [...sttProviders].map(([code, primary]) => {
      if (primary === secondary) return [code, primary];
      const onReplaced = (error: ProviderError, by: string): void =>
        logReplacement(log, { provider: code, by }, error);
      return [code, withSttFallback({ primary, secondary, onReplaced })];
    }),
  );
}

function firstThatSpeaks(
  language: string,
  ttsProviders: readonly TtsProvider[],
  voices: readonly VoiceOffer[],
): FallbackVoice | null {
  for (const tts of ttsProviders) {
    const voice = voiceOf(tts.code, language, voices);
    if (voice !== null) return { tts, voice };
  }
  return null;
}

/** The first voice of the language, else a multilingual one; its code without the vendor. */
function voiceOf(provider: string, language: string, voices: readonly VoiceOffer[]): string | null {
  const own = voices.filter((voice) => voice.synthesizer === provider);
  const found =
    own.find((voice) => voice.language === language) ?? own.find((voice) => voice.language === null);
  return found === undefined ? null : found.code.slice(provider.length + 1);
}

function logReplacement(log: Log, who: { provider: string; by: string }, error: ProviderError): void {
  log.warn({ ...who, code: error.code, error }, 'A speech provider failed and was replaced.');
}
