import { seededRandom } from '../../server/src/core/seeded-random.ts';
import type { TtsProvider } from '../../server/src/providers/interfaces/tts-provider.ts';
import { type TurnFeatures, turnFeatures } from '../../server/src/voice/turn-detector/turn-features.ts';
import { speech } from '../../server/test/kit/speech.ts';

/** One pause of one speaker. */
export interface Example {
  sentence: number;
  isEnd: boolean;
  /** Length of the pause; infinite at the end of a turn. */
  pauseMs: number;
  /** The detector's inputs after this much silence. */
  featuresAt(silenceMs: number): TurnFeatures;
}

/** A voice of a text-to-speech provider. */
export interface Speaker {
  tts: TtsProvider;
  voice: string;
  language: string;
}

const RATE_HZ = 8000;
const HEARD_MS = 4000;
/** Quieter audio does not belong to the last word. */
const QUIET = 300;

/** English voices of flite (from recordings) and espeak-ng (from rules). */
export function englishSpeakers(flite: TtsProvider, espeak: TtsProvider): Speaker[] {
  return [
    ...['slt', 'rms', 'awb', 'kal16'].map((voice) => ({ tts: flite, voice, language: 'en' })),
    ...['en-us', 'en-us-female', 'en-gb'].map((voice) => ({ tts: espeak, voice, language: 'en' })),
  ];
}

/** For each speaker and sentence: pauses of 300 to 1,200 ms at the marks, and the end. */
export async function spokenExamples(
  speakers: readonly Speaker[],
  sentences: readonly string[],
): Promise<Example[]> {
  const random = seededRandom(7);
  const examples: Example[] = [];
  for (const speaker of speakers) {
    for (const [sentence, marked] of sentences.entries()) {
      examples.push(...(await examplesOf(speaker, { sentence, marked, random })));
    }
  }
  return examples;
}

async function examplesOf(
  { tts, voice, language }: Speaker,
  { sentence, marked, random }: { sentence: number; marked: string; random: () => number },
): Promise<Example[]> {
  const parts = marked.split(' | ');
  const speak = async (text: string): Promise<Int16Array> =>
    (await speech(tts, text, { voice, language, sampleRateHz: RATE_HZ })).samples;
  const text = parts.join(' ');
  const whole = await speak(text.endsWith('?') ? text : `${text}.`);
  const examples = [example({ sentence, isEnd: true, audio: whole, text, language, random })];
  for (let count = 1; count < parts.length; count += 1) {
    const before = parts.slice(0, count).join(' ');
    // A comma gives the voice mid-sentence prosody; the split is found by its silence.
    const broken = await speak(`${before}, ${parts.slice(count).join(' ')}.`);
    const alone = await speak(`${before}.`);
    const audio = broken.slice(0, breakNear(broken, alone.length));
    examples.push(example({ sentence, isEnd: false, audio, text: before, language, random }));
  }
  return examples;
}

/** Start of the quietest 60 ms, from 375 ms before to 125 ms after the expected end of a part. In samples. */
export function breakNear(samples: Int16Array, expected: number): number {
  const window = (60 * RATE_HZ) / 1000;
  let best = expected;
  let quietest = Number.POSITIVE_INFINITY;
  for (
    let start = Math.max(0, expected - 3000);
    start < Math.min(samples.length - window, expected + 1000);
    start += 80
  ) {
    let energy = 0;
    for (let index = start; index < start + window; index += 1) energy += (samples[index] ?? 0) ** 2;
    if (energy < quietest) {
      quietest = energy;
      best = start;
    }
  }
  return best;
}

interface Cut {
  sentence: number;
  isEnd: boolean;
  audio: Int16Array;
  text: string;
  language: string;
  random: () => number;
}

function example({ sentence, isEnd, audio: spoken, text, language, random }: Cut): Example {
  const audio = spoken.slice(0, spoken.findLastIndex((value) => Math.abs(value) > QUIET) + 1);
  const pauseMs = isEnd ? Number.POSITIVE_INFINITY : 300 + 900 * random();
  const heard = transcribed(text, isEnd, random());
  return {
    sentence,
    isEnd,
    pauseMs,
    featuresAt: (silenceMs) => {
      const silence = (silenceMs * RATE_HZ) / 1000;
      const all = new Int16Array(audio.length + silence);
      all.set(audio);
      const samples = all.slice(-(HEARD_MS * RATE_HZ) / 1000);
      return turnFeatures({ samples, silenceMs, text: heard, language });
    },
  };
}

/** Typical transcripts: often without punctuation, and with full stops at pauses. */
export function transcribed(text: string, isEnd: boolean, chance: number): string {
  const words = text.replace('?', '');
  if (isEnd) return chance < 0.5 ? words : `${words}${text.endsWith('?') ? '?' : '.'}`;
  if (chance < 0.6) return words;
  return `${words}${chance < 0.8 ? ',' : '.'}`;
}
