import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../core/clock.ts';
import { joinSamples } from '../../core/join-samples.ts';
import { Resampler } from '../../core/resampler.ts';
import { expressivenessOf } from '../interfaces/expressiveness.ts';
import { ownPitchOf } from '../interfaces/own-pitch.ts';
import { abortError, ProviderError } from '../interfaces/provider-error.ts';
import type { SpokenAudio } from '../interfaces/spoken-audio.ts';
import type { SpeechChunk, SpeechOptions, TtsProvider } from '../interfaces/tts-provider.ts';
import { readWav } from '../kit/read-wav.ts';
import { PhraseCache } from '../kit/speech/phrase-cache.ts';
import { speakSegments } from '../kit/speech/speak-segments.ts';
import { TurnQueue } from '../kit/turn-queue.ts';
import { type EspeakVoice, FEMALE_SUFFIX } from './espeak-voices.ts';
import { runEspeak } from './run-espeak.ts';

/** About twenty seconds of speech. */
const MAX_PART_LENGTH = 300;
const MAX_CACHE_BYTES = 16 * 2 ** 20;
const FEMALE_VARIANT = '+f2';
/**
 * On espeak-ng's scale from 0 to 99, the voices' own pitch is 50. At zero similarity, male pitch rises and female pitch
 * falls to the same height.
 */
const OWN_PITCH = 50;
const NEUTRAL_PITCH = { male: 75, female: 25 };
/** espeak-ng's default rate. */
const WORDS_PER_MINUTE = 175;

interface EspeakText {
  text: string;
  /** espeak-ng's name of the voice. */
  name: string;
  speed: number;
  /** 1 is the voice's own. */
  expressiveness: number;
  /** The share of the voice's own pitch, 0 to 1. */
  ownPitch: number;
  sampleRateHz: number;
}

export interface EspeakOptions {
  clock: Clock;
  /** The program: a name on the usual paths, or an absolute path. */
  command: string;
  /** The installed voices. */
  voices: readonly EspeakVoice[];
}

/**
 * The machine's espeak-ng: each part of a text runs in a separate program, because of its license (GPL). At most two
 * run at a time; others are queued.
 */
export class EspeakTts implements TtsProvider {
  readonly code = 'espeak';
  readonly #command: string;
  readonly #voices: readonly EspeakVoice[];
  readonly #clock: Clock;
  readonly #turns = new TurnQueue({ maxRunning: 2, maxWaiting: 500 });
  readonly #cache = new PhraseCache(MAX_CACHE_BYTES);
  readonly #closing = new AbortController();

  constructor({ clock, command, voices }: EspeakOptions) {
    this.#clock = clock;
    this.#command = command;
    this.#voices = voices;
  }

  /**
   * `voice` is the name of an installed voice, with `-female` for the female variant. Text in another language is
   * spoken by the first voice of that language, if there is one.
   */
  async *speak(
    segments: AsyncIterable<string>,
    { voice, language, sampleRateHz, speed, stability, similarity, emotion }: SpeechOptions,
    signal: AbortSignal,
  ): AsyncGenerator<SpeechChunk> {
    const name = espeakName(this.#voices, voice, language);
    if (name === undefined) throw new ProviderError('rejected', 'espeak-ng has no such voice.');
    const cache = this.#cache;
    const expressiveness = expressivenessOf({ stability, emotion });
    const ownPitch = ownPitchOf(similarity);
    const run = (text: string, ending: AbortSignal): Promise<Int16Array> =>
      this.#run({ text: plainText(text), name, speed, expressiveness, ownPitch, sampleRateHz }, ending);
    yield* speakSegments(
      segments,
      {
        sampleRateHz,
        clock: this.#clock,
        maxPartLength: MAX_PART_LENGTH,
        partsAhead: 1,
        async *speakPart(part) {
          const key = `${name} ${speed} ${expressiveness} ${ownPitch} ${sampleRateHz} ${part.text}`;
          yield await cache.get(key, (ending) => run(part.text, ending), part.signal);
        },
      },
      signal,
    );
  }

  /** Ends running programs and fails queued TTS requests. */
  async close(): Promise<void> {
    this.#closing.abort();
  }

  async #run(
    { text, name, speed, expressiveness, ownPitch, sampleRateHz }: EspeakText,
    signal: AbortSignal,
  ): Promise<Int16Array> {
    const ending = AbortSignal.any([signal, this.#closing.signal]);
    const turn = await this.#turns.enter(ending);
    if (turn === 'left') throw this.#ended(signal);
    if (turn === 'full') throw new ProviderError('rate-limited', 'Too many texts are waiting for espeak-ng.');
    try {
      const pace = String(Math.round(WORDS_PER_MINUTE * speed));
      // `-b 1` declares the text as UTF-8.
      const args = ['-v', name, '-s', pace, '-p', pitchOf(name, ownPitch), '-b', '1', '--stdin', '--stdout'];
      const input = expressiveness === 1 ? { args, input: text } : withMelody(args, text, expressiveness);
      const output = await runEspeak({ command: this.#command, ...input, signal: ending });
      return output.length === 0 ? new Int16Array(0) : await resampled(readWav(output), sampleRateHz);
    } catch (error) {
      throw ending.aborted ? this.#ended(signal) : error;
    } finally {
      this.#turns.finish();
    }
  }

  #ended(signal: AbortSignal): ProviderError {
    return signal.aborted
      ? abortError(signal)
      : new ProviderError('unavailable', 'The espeak-ng TTS was closed.');
  }
}

function pitchOf(name: string, ownPitch: number): string {
  const neutral = NEUTRAL_PITCH[name.endsWith(FEMALE_VARIANT) ? 'female' : 'male'];
  return String(Math.round(neutral + (OWN_PITCH - neutral) * ownPitch));
}

/** The pitch range can only be set by markup (SSML 1.1, 3.2.4). */
function withMelody(
  args: readonly string[],
  text: string,
  expressiveness: number,
): { args: string[]; input: string } {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const range = `${Math.round(expressiveness * 100)}%`;
  return { args: [...args, '-m'], input: `<prosody range="${range}">${escaped}</prosody>` };
}

/** Resamples a second at a time and yields to the event loop in between. */
async function resampled({ samples, sampleRateHz }: SpokenAudio, toHz: number): Promise<Int16Array> {
  const resampler = new Resampler(sampleRateHz, toHz);
  const parts: Int16Array[] = [];
  for (let at = 0; at < samples.length; at += sampleRateHz) {
    parts.push(resampler.process(samples.subarray(at, at + sampleRateHz)));
    await setImmediate();
  }
  return joinSamples([...parts, resampler.flush()]);
}

function espeakName(voices: readonly EspeakVoice[], voice: string, language: string): string | undefined {
  const isFemale = voice.endsWith(FEMALE_SUFFIX);
  const base = isFemale ? voice.slice(0, -FEMALE_SUFFIX.length) : voice;
  const own = voices.find(({ name }) => name === base);
  if (own === undefined) return undefined;
  const other = own.language === language ? own : voices.find((one) => one.language === language);
  const { name } = other ?? own;
  return isFemale ? name + FEMALE_VARIANT : name;
}

/** Two brackets would start phonemes, and a NUL would end the text. */
function plainText(text: string): string {
  return text.toWellFormed().replaceAll('[[', '[ [').replaceAll('\0', ' ');
}
