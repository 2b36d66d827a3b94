import type { StreamingSynthesizer } from '../providers/spec/streaming-synthesizer.ts';
import type { SampleRateHz } from '../voice/legs/media-leg.ts';

/** Speaks a text as a whole, in the tone that the voice has by itself. */
export async function speakPlainly(
  synthesizer: StreamingSynthesizer,
  { text, voice, sampleRateHz }: { text: string; voice: string; sampleRateHz: SampleRateHz },
  signal: AbortSignal,
): Promise<Int16Array> {
  const pieces = (async function* () {
    yield text;
  })();
  const options = { voice, sampleRateHz, language: 'en', speed: 1, stability: 0.7, similarity: 0.5 };
  const spoken: Int16Array[] = [];
  const chunks = synthesizer.speak(pieces, { ...options, emotion: false }, signal);
  for await (const { samples } of chunks) spoken.push(samples);
  const whole = new Int16Array(spoken.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const samples of spoken) {
    whole.set(samples, at);
    at += samples.length;
  }
  return whole;
}
