import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { VoiceOffer } from './interfaces/offers.ts';
import type { ProviderError } from './interfaces/provider-error.ts';
import type { StreamingSynthesizer } from './interfaces/streaming-synthesizer.ts';
import type { Transcriber } from './interfaces/transcriber.ts';
import { type StandIn, withFallbackSynthesizer } from './kit/speech/fallback-synthesizer.ts';
import { withFallbackTranscriber } from './kit/speech/fallback-transcriber.ts';

export interface SpeechFallbackDeps {
  clock: Clock;
  log: Log;
  voices: readonly VoiceOffer[];
}

/** Flite only knows English and reads other languages by English rules; eSpeak knows them, but sounds less human. */
const BUILT_IN = { english: ['flite', 'espeak'], other: ['espeak', 'flite'] };

/**
 * Wraps every synthesizer with its fallbacks: the one that the installation chose, then a built-in voice of the language.
 * @param chosen null: only a built-in voice
 */
export function withStandInVoices(
  synthesizers: ReadonlyMap<string, StreamingSynthesizer>,
  chosen: StreamingSynthesizer | null,
  { clock, log, voices }: SpeechFallbackDeps,
): Map<string, StreamingSynthesizer> {
  const named = chosen === null ? null : backed(chosen, null);
  return new Map([...synthesizers].map(([code, one]) => [code, backed(one, one === chosen ? null : named)]));

  function backed(primary: StreamingSynthesizer, first: StreamingSynthesizer | null): StreamingSynthesizer {
    return withFallbackSynthesizer({
      primary,
      clock,
      standInFor: (language) => {
        const codes = language === 'en' ? BUILT_IN.english : BUILT_IN.other;
        const builtIn = codes.flatMap((code) => synthesizers.get(code) ?? []);
        const all = [...(first === null ? [] : [first]), ...builtIn];
        return firstThatSpeaks(
          language,
          all.filter(({ code }) => code !== primary.code),
          voices,
        );
      },
      onReplaced: (error, by) => tell(log, { provider: primary.code, by }, error),
    });
  }
}

/** Every transcriber but the secondary itself, with the secondary behind it. */
export function withSecondaryEars(
  transcribers: ReadonlyMap<string, Transcriber>,
  secondary: Transcriber,
  { log }: Pick<SpeechFallbackDeps, 'log'>,
): Map<string, Transcriber> {
  return new Map(
    [...transcribers].map(([code, primary]) => {
      if (primary === secondary) return [code, primary];
      const onReplaced = (error: ProviderError, by: string): void => tell(log, { provider: code, by }, error);
      return [code, withFallbackTranscriber({ primary, secondary, onReplaced })];
    }),
  );
}

function firstThatSpeaks(
  language: string,
  synthesizers: readonly StreamingSynthesizer[],
  voices: readonly VoiceOffer[],
): StandIn | null {
  for (const synthesizer of synthesizers) {
    const voice = voiceOf(synthesizer.code, language, voices);
    if (voice !== null) return { synthesizer, voice };
  }
  return null;
}

/** The first voice of the language, else one that speaks any; the part of its code after the vendor. */
function voiceOf(synthesizer: string, language: string, voices: readonly VoiceOffer[]): string | null {
  const own = voices.filter((voice) => voice.synthesizer === synthesizer);
  const found =
    own.find((voice) => voice.language === language) ?? own.find((voice) => voice.language === null);
  return found === undefined ? null : found.code.slice(synthesizer.length + 1);
}

function tell(log: Log, who: { provider: string; by: string }, error: ProviderError): void {
  log.warn({ ...who, code: error.code, error }, 'A speech provider failed and was replaced.');
}
