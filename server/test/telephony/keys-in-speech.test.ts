import { expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { decodeUlaw, encodeUlaw } from '../../src/core/g711.ts';
import { FLITE_VOICES, FliteTts } from '../../src/providers/offline/flite-tts.ts';
import { detectTones, NO_TONES } from '../../src/telephony/rtp/tone-detector.ts';
import { endsWithFile } from '../kit/left-running.ts';
import { speech } from '../kit/speech.ts';

/** Many vowels and nasals, including long ones, which resemble DTMF most. */
const SAID = [
  'You who knew the moon too well soon woo a new blue balloon. Whoa, ooh, wow! Who are you, Lou?',
  'Mm, hmm. No, no, no. Oh well, all along the lonely road we rode. Aah, eeh, ooh, uuh, err.',
  'Press one for sales, two for service, three for zero, or nine, eight, seven, six, five and four.',
  'Every evening these easy bees see three green trees near the sea. Really? Yes, really, indeed.',
  'My number is plus four zero, seven two two, one hundred and twenty three, four five six seven.',
];

const flite = new FliteTts({ clock: systemClock });
endsWithFile(() => flite.close());

test.each([...FLITE_VOICES.keys()].filter((voice) => voice !== 'any'))(
  'no key is detected in speech of the voice %s at any speed and volume',
  async (voice) => {
    for (const speed of [0.7, 1, 1.3]) {
      const { samples } = await speech(flite, SAID, { voice, sampleRateHz: 8000, speed });
      for (const gain of [0.2, 1, 2.5]) expect(keysIn(samples, gain)).toBe('');
    }
  },
);

function keysIn(samples: Int16Array, gain: number): string {
  const louder = samples.map((sample) => Math.max(-32_768, Math.min(32_767, Math.round(sample * gain))));
  const sound = decodeUlaw(encodeUlaw(louder));
  let state = NO_TONES;
  let keys = '';
  for (let start = 0; start + 160 <= sound.length; start += 160) {
    const heard = detectTones(state, sound.subarray(start, start + 160));
    state = heard.state;
    keys += heard.pressed ?? '';
  }
  return keys;
}
