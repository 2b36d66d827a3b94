import { systemClock } from '../../../server/src/core/clock.ts';
import { EspeakTts } from '../../../server/src/providers/espeak/espeak-tts.ts';
import { ESPEAK_VOICES } from '../../../server/src/providers/espeak/espeak-voices.ts';
import { FliteTts } from '../../../server/src/providers/offline/flite-tts.ts';
import { speech } from '../../../server/test/kit/speech.ts';
import { englishSpeakers } from '../../end-of-turn/examples.ts';
import { atLevel } from '../../voice-activity/noises.ts';
import { trimmed } from '../../voice-loop/spoken.ts';

/** An utterance, mono PCM at 8 kHz without leading and trailing silence. */
export interface Utterance {
  samples: Int16Array;
  text: string;
}

/** Speaks a text at a level with one of seven voices, four of flite and three of espeak-ng. */
export interface Speakers {
  readonly count: number;
  say(speaker: number, text: string, levelDbfs: number): Promise<Utterance>;
  close(): Promise<void>;
}

export function openSpeakers(): Speakers {
  const flite = new FliteTts({ clock: systemClock });
  const espeak = new EspeakTts({ clock: systemClock, command: 'espeak-ng', voices: ESPEAK_VOICES });
  const speakers = englishSpeakers(flite, espeak);
  return {
    count: speakers.length,
    say: async (speaker, text, levelDbfs) => {
      const one = speakers[speaker % speakers.length];
      if (one === undefined) throw new Error('No voice is available.');
      const { tts, voice, language } = one;
      const { samples } = await speech(tts, text, { voice, language, sampleRateHz: 8000 });
      return { samples: atLevel(Float32Array.from(trimmed(samples)), levelDbfs), text };
    },
    close: async () => {
      await Promise.all([flite.close(), espeak.close()]);
    },
  };
}
