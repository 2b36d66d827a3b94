import { systemClock } from '../../src/core/clock.ts';
import { FliteTts } from '../../src/providers/offline/flite-tts.ts';
import { fakeMicrophone } from './chromium.ts';
import { speech } from './speech.ts';

const RATE_HZ = 16_000;
const BEFORE_S = 2;

/** A browser microphone that repeats a sentence, each time followed by this much silence. */
export async function speakingMicrophone(
  text: string,
  { silenceS = 6, voice = 'any' }: { silenceS?: number; voice?: string } = {},
): Promise<ReturnType<typeof fakeMicrophone>> {
  const flite = new FliteTts({ clock: systemClock });
  const { samples } = await speech(flite, text, { voice, sampleRateHz: RATE_HZ });
  await flite.close();
  const spoken = new Int16Array(samples.length + (BEFORE_S + silenceS) * RATE_HZ);
  spoken.set(samples, BEFORE_S * RATE_HZ);
  return fakeMicrophone({ samples: spoken, rateHz: RATE_HZ });
}
