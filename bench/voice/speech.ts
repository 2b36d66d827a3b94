import { systemClock } from '../../server/src/core/clock.ts';
import { FliteTts } from '../../server/src/providers/offline/flite-tts.ts';

export const INSTANT_MODEL = 'bench/instant';
export const QUESTION = 'What time do you open on Saturday?';
export const ANSWER = 'We open at nine in the morning on every Saturday of the year.';

/** Frames below this level are not voice, so that trailing silence of a file is not measured. */
const VOICED = 200 ** 2;
const FRAME = 160;

/** Real speech at 8 kHz, without the silence before and after it. @param voice one of flite's */
export async function synthesize(text: string, voice: string): Promise<Int16Array> {
  const flite = new FliteTts({ clock: systemClock });
  const pieces = (async function* () {
    yield text;
  })();
  const options = { voice, language: 'en', sampleRateHz: 8000, speed: 1, stability: 0.7 } as const;
  const chunks: number[] = [];
  const signal = new AbortController().signal;
  for await (const { samples } of flite.speak(
    pieces,
    { ...options, similarity: 0.5, emotion: true },
    signal,
  )) {
    for (const sample of samples) chunks.push(sample);
  }
  await flite.close();
  return trimmed(Int16Array.from(chunks));
}

function trimmed(samples: Int16Array): Int16Array {
  let first = 0;
  let last = Math.floor(samples.length / FRAME) - 1;
  while (first < last && !isVoiced(samples, first)) first += 1;
  while (last > first && !isVoiced(samples, last)) last -= 1;
  return samples.slice(first * FRAME, (last + 1) * FRAME);
}

function isVoiced(samples: Int16Array, frame: number): boolean {
  const part = samples.subarray(frame * FRAME, (frame + 1) * FRAME);
  return part.reduce((sum, sample) => sum + sample * sample, 0) / FRAME > VOICED;
}
