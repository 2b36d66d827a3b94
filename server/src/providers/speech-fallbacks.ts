import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { withFallbackSynthesizer } from './kit/speech/fallback-synthesizer.ts';
import { withFallbackTranscriber } from './kit/speech/fallback-transcriber.ts';
import type { VoiceOffer } from './spec/offers.ts';
import type { ProviderError } from './spec/provider-error.ts';
import type { StreamingSynthesizer } from './spec/streaming-synthesizer.ts';
import type { Transcriber } from './spec/transcriber.ts';

export interface SpeechFallbackParts {
  clock: Clock;
  log: Log;
  voices: readonly VoiceOffer[];
}

/** Every synthesizer but the secondary itself, with the secondary behind it. */
export function withSecondaryVoice(
  synthesizers: ReadonlyMap<string, StreamingSynthesizer>,
  secondary: StreamingSynthesizer,
  { clock, log, voices }: SpeechFallbackParts,
): Map<string, StreamingSynthesizer> {
  const voiceFor = (language: string): string | null => voiceOf(secondary.code, language, voices);
  return mapped(synthesizers, secondary, (primary) =>
    withFallbackSynthesizer({
      ...{ primary, secondary, clock, voiceFor },
      onReplaced: (error) => tell(log, primary.code, error),
    }),
  );
}

/** Every transcriber but the secondary itself, with the secondary behind it. */
export function withSecondaryEars(
  transcribers: ReadonlyMap<string, Transcriber>,
  secondary: Transcriber,
  { log }: Pick<SpeechFallbackParts, 'log'>,
): Map<string, Transcriber> {
  return mapped(transcribers, secondary, (primary) =>
    withFallbackTranscriber({
      ...{ primary, secondary },
      onReplaced: (error) => tell(log, primary.code, error),
    }),
  );
}

function mapped<Provider>(
  providers: ReadonlyMap<string, Provider>,
  secondary: Provider,
  wrap: (primary: Provider) => Provider,
): Map<string, Provider> {
  return new Map(
    [...providers].map(([code, provider]) => [code, provider === secondary ? provider : wrap(provider)]),
  );
}

/** The first voice of the language, else one that speaks any; the part of its code after the vendor. */
function voiceOf(synthesizer: string, language: string, voices: readonly VoiceOffer[]): string | null {
  const own = voices.filter((voice) => voice.synthesizer === synthesizer);
  const found =
    own.find((voice) => voice.language === language) ?? own.find((voice) => voice.language === null);
  return found === undefined ? null : found.code.slice(synthesizer.length + 1);
}

function tell(log: Log, provider: string, error: ProviderError): void {
  log.warn({ provider, code: error.code, error }, 'A provider of speech failed and was replaced.');
}
