import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { hasPackages } from '../../../../scripts/testing/needs.ts';
import { CATALOG_LANGUAGES } from '../../../test/kit/catalog-languages.ts';
import { IS_COMPLETE_RUN } from '../../../test/kit/complete-run.ts';
import { describeOffers } from '../../../test/kit/offers-contract.ts';
import { seconds, speech } from '../../../test/kit/speech.ts';
import { middlePitchHz, pitchSpreadHz } from '../../../test/kit/voice/pitch-spread.ts';
import { systemClock } from '../../core/clock.ts';
import type { SpeechOptions } from '../interfaces/tts-provider.ts';
import { detectEspeak } from './detect-espeak.ts';
import { EspeakTts } from './espeak-tts.ts';
import { ESPEAK_VOICES } from './espeak-voices.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'espeak-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A fake espeak-ng whose behavior depends on the text. */
const FAKE = `#!/bin/sh
if [ "$1" = --voices ]; then echo ' 5  de  --/M  German  gmw/de'; echo ' 5  xx  --/M  Unknown  xx'; exit; fi
read -r text
case "$text" in
  hang*) exec sleep 600 ;;
  fail) echo 'no such thing' >&2; exit 1 ;;
  noise) echo 'not a sound' ;;
  environment) env >&2; exit 1 ;;
esac
`;
const fake = path.join(folder, 'espeak-ng');
writeFileSync(fake, FAKE);
chmodSync(fake, 0o755);

const open = (command: string): EspeakTts =>
  new EspeakTts({ clock: systemClock, command, voices: ESPEAK_VOICES });
const espeak = await detectEspeak(systemClock);
hasPackages('espeak-ng');

test.skipIf(!IS_COMPLETE_RUN)('espeak-ng is installed for complete test runs', () => {
  expect(espeak).toBeDefined();
});

if (espeak !== undefined) {
  describeOffers('espeak-ng on this machine', espeak.offers);

  describe('espeak-ng on this machine', () => {
    const { tts, offers } = espeak;
    const languageOf = (code: string): string =>
      offers.voices.find((one) => one.code === code)?.language ?? '';
    const unreadable = ['ar', 'he', 'ja', 'zh'];

    test('has a male and a female voice for each of its languages', () => {
      for (const { iso_2 } of CATALOG_LANGUAGES) {
        const genders = offers.voices
          .filter(({ language }) => language === iso_2)
          .map(({ gender }) => gender);
        expect([...new Set(genders)], iso_2).toEqual(unreadable.includes(iso_2) ? [] : ['male', 'female']);
      }
    });

    test.each(offers.voices.map(({ code }) => code.slice('espeak/'.length)))(
      'speaks as %s',
      async (voice) => {
        const audio = await speech(tts, 'Radio 1, 2, 3.', {
          voice,
          language: languageOf(`espeak/${voice}`),
        });
        expect(seconds(audio)).toBeGreaterThan(0.5);
        expect(Math.max(...audio.samples.subarray(0, 30_000))).toBeGreaterThan(1_000);
      },
    );

    test('speaks with the requested expressiveness for any punctuation', async () => {
      const melody = async (style: Partial<SpeechOptions>): Promise<number> => {
        const text =
          'Your appointment is <b>on</b> Monday & Tuesday morning at nine, and the doctor sees you then.';
        const { samples, sampleRateHz } = await speech(tts, text, { voice: 'en-us', ...style });
        return pitchSpreadHz(samples, sampleRateHz);
      };
      const own = await melody({});
      expect(await melody({ stability: 1 })).toBeLessThan(0.7 * own);
      expect(await melody({ emotion: false })).toBeLessThan(0.9 * own);
      expect(await melody({ stability: 0 })).toBeGreaterThan(1.2 * own);
    });

    test.each([
      ['en-us', 1],
      ['en-us-female', -1],
    ])('moves the pitch of %s toward a neutral one at zero similarity', async (voice, towards) => {
      const pitch = async (similarity: number): Promise<number> => {
        const text = 'Your appointment is on Monday morning at nine.';
        const { samples, sampleRateHz } = await speech(tts, text, { voice, similarity });
        return middlePitchHz(samples, sampleRateHz);
      };
      const own = await pitch(0.5);
      expect(await pitch(1)).toBe(own);
      expect(((await pitch(0)) - own) * towards).toBeGreaterThan(0.1 * own);
    });

    test('speaks another language with that language’s voice', async () => {
      const text = 'Guten Morgen, wie geht es Ihnen?';
      const german = await speech(tts, text, { voice: 'de-female', language: 'de' });
      const switched = await speech(tts, text, { voice: 'en-us-female', language: 'de' });
      const read = await speech(tts, text, { voice: 'en-us-female', language: 'en' });
      const unknown = await speech(tts, text, { voice: 'en-us-female', language: 'ja' });
      expect(switched.samples).toEqual(german.samples);
      expect(read.samples).not.toEqual(german.samples);
      expect(unknown.samples).toEqual(read.samples);
    });

    test('speaks at the requested speed', async () => {
      const text = 'Your appointment is on Monday morning at nine.';
      const lasting = async (speed: number): Promise<number> =>
        seconds(await speech(tts, text, { voice: 'en-us', language: 'en', speed }));
      const [slow, usual, fast] = [await lasting(0.7), await lasting(1), await lasting(1.2)];
      expect(slow / usual).toBeGreaterThan(1.3);
      expect(slow / usual).toBeLessThan(1.6);
      expect(usual / fast).toBeGreaterThan(1.1);
      expect(usual / fast).toBeLessThan(1.35);
    });

    test('the female voice differs from the male one', async () => {
      const [man, woman] = await Promise.all([
        speech(tts, 'Guten Tag.', { voice: 'de', language: 'de' }),
        speech(tts, 'Guten Tag.', { voice: 'de-female', language: 'de' }),
      ]);
      expect(woman.samples).not.toEqual(man.samples);
    });

    test('reads the language’s letters', async () => {
      const short = await speech(tts, 'Привет', { voice: 'ru', language: 'ru' });
      const long = await speech(tts, 'Привет, как дела? Чем я могу вам помочь?', {
        voice: 'ru',
        language: 'ru',
      });
      expect(seconds(long)).toBeGreaterThan(seconds(short) * 2);
    });

    test.each(['', ' ', '\ud800', 'a\0b', '-v xx', '[[h@lou', '<audio src="/etc/passwd"/>', '%s%n'])(
      'reads %j as plain text',
      async (text) => {
        const { samples, words } = await speech(tts, text, { voice: 'de' });
        expect(words.length > 0).toBe(samples.length > 0);
      },
    );
  });
}

describe('a failing espeak-ng', () => {
  test('is not offered if it is missing or lists no useful voice', async () => {
    expect(await detectEspeak(systemClock, path.join(folder, 'missing'))).toBeUndefined();
    expect(await detectEspeak(systemClock, '/bin/true')).toBeUndefined();
    const offers = (await detectEspeak(systemClock, fake))?.offers;
    expect(offers?.voices.map(({ code }) => code)).toEqual(['espeak/de', 'espeak/de-female']);
  });

  test.each([
    ['fail', { code: 'unavailable', message: expect.stringContaining('no such thing') }],
    ['noise', { code: 'malformed' }],
  ])('reports an error if the program fails or returns noise: %s', async (text, expected) => {
    await expect(speech(open(fake), text, { voice: 'de' })).rejects.toMatchObject(expected);
  });

  test('is unavailable if it is missing', async () => {
    const missing = open(path.join(folder, 'missing'));
    await expect(speech(missing, 'Hallo.', { voice: 'de' })).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('does not get our environment variables', async () => {
    const failure = await speech(open(fake), 'environment', {
      voice: 'de',
    }).catch(String);
    expect(failure).toContain('LC_ALL=C.UTF-8');
    expect(failure).not.toContain('VITEST');
  });

  test('rejects unknown voices', async () => {
    const tts = open(fake);
    for (const voice of ['', 'xx', '-female', 'de+f2', 'de-female-female', '../de']) {
      await expect(speech(tts, 'Hallo.', { voice })).rejects.toMatchObject({ code: 'rejected' });
    }
  });

  test('ends on abort and starts the next in the queue', async () => {
    const tts = open(fake);
    const hanging = new AbortController();
    const hung = ['hang 1', 'hang 2', 'hang 3'].map((text) =>
      speech(tts, text, { voice: 'de', signal: hanging.signal }),
    );
    const next = speech(tts, 'silent', { voice: 'de' });
    const failures = hung.map((text) => expect(text).rejects.toMatchObject({ code: 'aborted' }));
    hanging.abort();
    await Promise.all(failures);
    expect((await next).samples).toHaveLength(0);
  });

  test('closing fails running, queued and later TTS requests', async () => {
    const tts = open(fake);
    const hung = ['hang 1', 'hang 2', 'hang 3'].map((text) => speech(tts, text, { voice: 'de' }));
    const failures = hung.map((text) => expect(text).rejects.toMatchObject({ code: 'unavailable' }));
    await tts.close();
    await Promise.all(failures);
    await expect(speech(tts, 'Hallo.', { voice: 'de' })).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});
