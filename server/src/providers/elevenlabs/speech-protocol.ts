import { ProviderError, type ProviderErrorCode } from '../interfaces/provider-error.ts';
import type { SpeechOptions, SpeechWord } from '../interfaces/tts-provider.ts';
import { objectAt, textAt } from '../kit/json-parts.ts';
import type { SpeechMessage, SpeechProtocol, WordReader } from '../kit/speech/speech-protocol.ts';
import type { VendorAccess } from '../kit/speech/speech-vendor.ts';
import { takesPhonemeTags, withPhonemeTags } from './phoneme-tags.ts';

/** Seconds without text after which ElevenLabs ends a TTS request; the maximum it allows. */
const INACTIVITY_SECONDS = 180;

/**
 * ElevenLabs' `multi-stream-input`; each connection has a fixed voice, language and format. Source:
 * elevenlabs.io/docs/api-reference/text-to-speech/v-1-text-to-speech-voice-id-multi-stream-input
 */
export function elevenLabsProtocol({ apiKey, socketUrl, model }: VendorAccess): SpeechProtocol {
  return {
    vendor: 'ElevenLabs',
    // ElevenLabs recommends one connection per listener; its five contexts are for one listener's utterances.
    speechesPerConnection: 1,
    headers: { 'xi-api-key': apiKey },
    takesIpa: takesPhonemeTags(model),
    url: (options) => speechUrl(socketUrl, model, options),
    say: (context_id, text, { options, isFirst }) => [
      ...(isFirst ? [{ context_id, text: ' ', voice_settings: voiceSettings(options) }] : []),
      // The text must end with a space. Each one is a whole sentence or clause, so buffering gains nothing.
      { context_id, text: `${spoken(model, text.trim(), options)} `, flush: true },
    ],
    finish: (context_id) => [{ context_id, close_context: true }],
    cancel: (context_id) => [{ context_id, close_context: true }],
    read: readMessage,
    createWordReader: () => new AlignmentReader(),
  };
}

/** The text, as SSML if it has phonemes for a model that takes them. */
function spoken(model: string, text: string, { phonemes }: SpeechOptions): string {
  return phonemes !== undefined && takesPhonemeTags(model) ? withPhonemeTags(text, phonemes) : text;
}

function speechUrl(
  socketUrl: string,
  model: string,
  { voice, language, sampleRateHz, phonemes }: SpeechOptions,
): string {
  const url = new URL(`${socketUrl}/text-to-speech/${encodeURIComponent(voice)}/multi-stream-input`);
  url.searchParams.set('model_id', model);
  url.searchParams.set('output_format', sampleRateHz === 8_000 ? 'ulaw_8000' : 'pcm_16000');
  url.searchParams.set('sync_alignment', 'true');
  url.searchParams.set('inactivity_timeout', String(INACTIVITY_SECONDS));
  if (phonemes !== undefined && takesPhonemeTags(model)) url.searchParams.set('enable_ssml_parsing', 'true');
  // Older multilingual models detect the language themselves and reject the parameter.
  if (/(flash|turbo)_v2_5/.test(model)) url.searchParams.set('language_code', language);
  return url.href;
}

/** Stability limits expression: with emotion, stability is lowered and style raised. */
function voiceSettings({ stability, similarity, speed, emotion }: SpeechOptions): object {
  return {
    stability: emotion ? round(stability * 0.75) : stability,
    similarity_boost: similarity,
    speed: Math.min(1.2, Math.max(0.7, speed)),
    ...(emotion ? { style: 0.3 } : {}),
  };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function readMessage(message: Record<string, unknown>): SpeechMessage | null {
  const contextId = textAt(message['contextId']) ?? textAt(message['context_id']);
  const error = errorOf(message);
  if (error !== null) return { contextId, error };
  if (contextId === null) return null;
  const audio = textAt(message['audio']);
  const isDone = message['isFinal'] === true || message['is_final'] === true;
  return { contextId, isDone, ...(audio === null ? {} : { audio: Buffer.from(audio, 'base64') }) };
}

const ERROR_CODES: Record<string, ProviderErrorCode> = {
  rate_limit_exceeded: 'rate-limited',
  too_many_concurrent_requests: 'rate-limited',
  max_active_contexts_exceeded: 'rate-limited',
  // Recently closed contexts still count: another connection has capacity.
  max_active_conversations: 'rate-limited',
  concurrent_limit_exceeded: 'rate-limited',
  system_busy: 'rate-limited',
  internal_error: 'unavailable',
  input_timeout_exceeded: 'timeout',
};

/** ElevenLabs has names for most errors in our requests, so an unknown name counts as `rejected`. */
function errorOf(message: Record<string, unknown>): ProviderError | null {
  const name = textAt(message['error']) ?? textAt(objectAt(message['error'])['code']);
  if (name === null) return null;
  const words = textAt(message['message']) ?? textAt(message['reason']) ?? name;
  const code = ERROR_CODES[name] ?? 'rejected';
  return new ProviderError(code, 'ElevenLabs rejected the speech request.', new Error(words.slice(0, 300)));
}

/** Rounding tolerance for the start of the next word. */
const TOLERANCE_MS = 5;

interface Alignment {
  characters: string[];
  startsMs: number[];
  durationsMs: number[];
}

/**
 * Builds word timings from ElevenLabs' timings of single characters. A word may be split across messages. The times of
 * a message count from its own audio or, on some servers, from the start of the utterance. Times before the words
 * already read count from the message's audio.
 */
export class AlignmentReader implements WordReader {
  #word: SpeechWord | null = null;
  #endMs = 0;
  /** Within a tag, which is timed like text on some servers, but not spoken. */
  #isInTag = false;

  read(message: Record<string, unknown>, audioMs: number): readonly SpeechWord[] {
    const alignment = alignmentOf(message);
    if (alignment === null) return [];
    const first = alignment.startsMs[0] ?? 0;
    const offsetMs = first + TOLERANCE_MS < Math.max(this.#endMs, audioMs) ? audioMs : 0;
    const words: SpeechWord[] = [];
    for (const [index, character] of alignment.characters.entries()) {
      const startMs = offsetMs + (alignment.startsMs[index] ?? 0);
      const endMs = startMs + (alignment.durationsMs[index] ?? 0);
      this.#take(character, { startMs, endMs }, words);
    }
    return words;
  }

  rest(): readonly SpeechWord[] {
    const word = this.#word;
    this.#word = null;
    return word === null ? [] : [word];
  }

  #take(
    character: string,
    { startMs, endMs }: { startMs: number; endMs: number },
    words: SpeechWord[],
  ): void {
    this.#endMs = Math.max(this.#endMs, endMs);
    if (this.#isInTag || character === '<') {
      this.#isInTag = character !== '>';
      return;
    }
    if (character.trim() === '') {
      words.push(...this.rest());
      return;
    }
    this.#word ??= { text: '', startMs: Math.max(0, startMs), endMs };
    this.#word.text += character;
    this.#word.endMs = Math.max(this.#word.startMs, endMs);
  }
}

/** Uses the timings of the text as sent, which is the text in the history. */
function alignmentOf(message: Record<string, unknown>): Alignment | null {
  const part = objectAt(message['alignment'] ?? message['normalizedAlignment']);
  const characters = textsAt(part['chars'] ?? part['characters']);
  const startsMs = numbersAt(part['charStartTimesMs'] ?? part['char_start_times_ms']);
  const durationsMs = numbersAt(
    part['charDurationsMs'] ?? part['charsDurationsMs'] ?? part['char_durations_ms'],
  );
  const isWhole = characters.length > 0 && startsMs.length === characters.length;
  return isWhole && durationsMs.length === characters.length ? { characters, startsMs, durationsMs } : null;
}

function textsAt(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function numbersAt(value: unknown): number[] {
  return Array.isArray(value)
    ? value.filter((item) => typeof item === 'number' && Number.isFinite(item) && item >= 0)
    : [];
}
