import type { Pronunciation } from '#contract/pronunciations.ts';
import { PronunciationDictionary } from '../../../providers/interfaces/pronunciation-dictionary.ts';
import type { ProviderError } from '../../../providers/interfaces/provider-error.ts';
import type { SpeechOptions, TtsProvider } from '../../../providers/interfaces/tts-provider.ts';
import type { SampleRateHz } from '../../legs/media-leg.ts';
import type { VoiceStyle } from '../../settings.ts';
import type { CurrentLanguage } from '../current-language.ts';
import { ReplySpeech, type ReplySpeechDeps } from './reply-speech.ts';
import { SpeakingRate } from './speaking-rate.ts';

/** The TTS voice of an assistant in one call, in the current language. */
export class AssistantVoice {
  readonly #tts: TtsProvider;
  readonly #style: VoiceStyle;
  readonly #sampleRateHz: SampleRateHz;
  readonly #language: CurrentLanguage;
  readonly #rate: SpeakingRate;
  readonly #dictionary: PronunciationDictionary;
  readonly #phonemes: readonly Pronunciation[];
  readonly #replaced: (error: ProviderError, codes: { from: string; by: string }) => void;
  /** Codes of the fallback TTS providers for the rest of the call. */
  readonly #replacedBy: Map<string, string>;
  #hasSpoken = false;

  constructor(
    tts: TtsProvider,
    style: VoiceStyle,
    call: {
      sampleRateHz: SampleRateHz;
      language: CurrentLanguage;
      /** Failed TTS providers of the call, with their replacements. */
      replacedBy: Map<string, string>;
      /** The provider with code `from` failed and the one with code `by` replaced it. */
      replaced(error: ProviderError, codes: { from: string; by: string }): void;
    },
  ) {
    this.#tts = tts;
    this.#style = style;
    this.#sampleRateHz = call.sampleRateHz;
    this.#language = call.language;
    this.#replaced = call.replaced;
    this.#replacedBy = call.replacedBy;
    this.#rate = new SpeakingRate(style.speed);
    const { pronunciations } = style;
    this.#phonemes = pronunciations.filter(({ alphabet }) => alphabet === 'ipa');
    this.#dictionary = new PronunciationDictionary(
      pronunciations.filter(({ alphabet }) => alphabet === 'spelling'),
    );
  }

  get code(): string {
    return this.#fallback ?? this.#tts.code;
  }

  get #fallback(): string | null {
    return this.#replacedBy.get(this.#tts.code) ?? null;
  }

  speak(deps: Pick<ReplySpeechDeps, 'signal' | 'audio' | 'words' | 'failed'>): ReplySpeech {
    const { voice, speed, stability, similarity, emotion } = this.#style;
    const options: SpeechOptions = {
      voice: voice.slice(voice.indexOf('/') + 1),
      language: this.#language.code,
      sampleRateHz: this.#sampleRateHz,
      speed,
      stability,
      similarity,
      emotion,
      ...(this.#phonemes.length > 0 && { phonemes: this.#phonemes }),
      onReplaced: (error, by) => {
        // Two replies may fail together; the failure is reported once.
        if (this.#fallback === by) return;
        const from = this.code;
        this.#replacedBy.set(this.#tts.code, by);
        this.#replaced(error, { from, by });
      },
      ...(this.#fallback !== null && { fallback: 'always' }),
      ...(this.#hasSpoken && { hasSpoken: true }),
    };
    const language = this.#language;
    const audio = (samples: Int16Array): void => {
      this.#hasSpoken = true;
      deps.audio(samples);
    };
    return new ReplySpeech({
      ...deps,
      audio,
      tts: this.#tts,
      options,
      rate: this.#rate,
      speakable: { isNormalized: this.#style.isNormalized, dictionary: this.#dictionary },
      // Detected from the text: the model may switch to the customer's language before it is reported.
      ...(language.allowed.length > 1 && { languageOf: (text) => language.of(text) ?? language.code }),
    });
  }
}
