import { systemClock } from '../../server/src/core/clock.ts';
import { seededRandom } from '../../server/src/core/seeded-random.ts';
import { FliteSynthesizer } from '../../server/src/providers/offline/flite-synthesizer.ts';
import { type TurnFeatures, turnFeatures } from '../../server/src/voice/hearing/turn-end/turn-features.ts';
import { speech } from '../../server/test/kit/speech.ts';

/** One silence of one speaker. */
export interface Example {
  sentence: number;
  isEnd: boolean;
  /** How long the speaker is silent before they go on; infinite at the end. */
  pauseMs: number;
  /** What is known after so much silence. */
  featuresAt(silenceMs: number): TurnFeatures;
}

const VOICES = ['slt', 'rms', 'awb', 'kal16'] as const;
const RATE_HZ = 8000;
const HEARD_MS = 4000;

/** Pauses of 300 to 1,200 ms at the marks of each sentence, and its end, in each voice. */
export async function spokenExamples(sentences: readonly string[]): Promise<Example[]> {
  const flite = new FliteSynthesizer({ clock: systemClock });
  const random = seededRandom(7);
  try {
    const examples: Example[] = [];
    for (const voice of VOICES) {
      for (const [sentence, marked] of sentences.entries()) {
        examples.push(...(await examplesOf({ flite, voice, sentence, marked, random })));
      }
    }
    return examples;
  } finally {
    await flite.close();
  }
}

interface Speaker {
  flite: FliteSynthesizer;
  voice: string;
  sentence: number;
  marked: string;
  random: () => number;
}

async function examplesOf({ flite, voice, sentence, marked, random }: Speaker): Promise<Example[]> {
  const parts = marked.split(' | ');
  const speak = async (text: string): Promise<Int16Array> =>
    (await speech(flite, text, { voice, sampleRateHz: RATE_HZ })).samples;
  const whole = await speak(`${parts.join(' ')}${isQuestion(marked) ? '?' : '.'}`);
  const examples = [example({ sentence, isEnd: true, audio: whole, text: parts.join(' '), random })];
  for (let count = 1; count < parts.length; count += 1) {
    const before = parts.slice(0, count).join(' ');
    // A comma makes the voice break off as it does within a sentence; the place of the break is found by its silence.
    const broken = await speak(`${before}, ${parts.slice(count).join(' ')}.`);
    const alone = await speak(`${before}.`);
    const audio = broken.slice(0, breakNear(broken, alone.length));
    examples.push(example({ sentence, isEnd: false, audio, text: before, random }));
  }
  return examples;
}

function isQuestion(text: string): boolean {
  return /^(could|can|do|does|is|are|how|what|when|where|which|who)\b/i.test(text);
}

/** The quietest 60 ms within a quarter of a second of where the part alone would end. */
function breakNear(samples: Int16Array, expected: number): number {
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
  random: () => number;
}

function example({ sentence, isEnd, audio, text, random }: Cut): Example {
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
      return turnFeatures({ samples, silenceMs, text: heard, language: 'en' });
    },
  };
}

/** As transcribers write: often without marks, and with a full stop at many a pause. */
export function transcribed(text: string, isEnd: boolean, chance: number): string {
  if (isEnd) return chance < 0.5 ? text : `${text}${isQuestion(text) ? '?' : '.'}`;
  if (chance < 0.6) return text;
  return `${text}${chance < 0.8 ? ',' : '.'}`;
}
