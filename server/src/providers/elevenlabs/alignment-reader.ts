import type { SpeechWord } from '../interfaces/tts-provider.ts';
import { objectAt } from '../kit/json-parts.ts';
import type { WordReader } from '../kit/speech/speech-protocol.ts';

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
