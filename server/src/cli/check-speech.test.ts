import { expect, test } from 'vitest';
import { manualClock } from '../../test/kit/clocks.ts';
import { eventually } from '../../test/kit/eventually.ts';
import { tone } from '../../test/kit/speech.ts';
import type { Offers } from '../providers/interfaces/offers.ts';
import { ProviderError } from '../providers/interfaces/provider-error.ts';
import type { SttProvider, TranscriptEvent } from '../providers/interfaces/stt-provider.ts';
import type { TtsProvider } from '../providers/interfaces/tts-provider.ts';
import { checkSpeech, describeBackups } from './check-speech.ts';

const down = new ProviderError('rejected', 'The key is wrong.');

function voice(code: string, samples: Int16Array | Error): TtsProvider {
  return {
    code,
    async *speak() {
      if (samples instanceof Error) throw samples;
      yield { samples, words: [] };
    },
  };
}

/** A TTS provider that fails and is replaced by another one. */
function replacedVoice(code: string, by: string): TtsProvider {
  return {
    code,
    async *speak(_pieces, { onReplaced }) {
      onReplaced?.(down, by);
      yield { samples: tone(100, 16_000), words: [] };
    },
  };
}

function replacedEars(code: string, by: string): SttProvider {
  return {
    code,
    open: ({ onReplaced }, listener) => {
      const session = sttWith(code, { type: 'final', text: 'Yes please.', language: null }).open(
        { sampleRateHz: 16_000, languages: ['en'], hints: [] },
        listener,
      );
      onReplaced?.(down, by);
      return session;
    },
  };
}

function sttWith(code: string, ...events: TranscriptEvent[]): SttProvider {
  return {
    code,
    open: (_options, listener) => ({
      write: () => undefined,
      speechStarted: () => undefined,
      speechStopped: () => {
        for (const event of events) listener(event);
      },
      close: () => undefined,
    }),
  };
}

const offers = (...codes: string[]): Offers[] => [
  {
    models: [],
    speechProviders: [],
    voices: codes.map((code) => ({
      code: `${code}/a`,
      name: code,
      language: null,
      gender: null,
      accent: null,
      age: null,
      modes: ['pipeline'],
      synthesizer: code,
    })),
  },
];

const byCode = <Provider extends { code: string }>(...providers: Provider[]): Map<string, Provider> =>
  new Map(providers.map((provider) => [provider.code, provider]));

test('requires audio from each TTS provider and text from each STT provider', async () => {
  const clock = manualClock();
  const flite = voice('flite', tone(100, 16_000));
  const checking = checkSpeech(
    {
      ttsProviders: new Map([
        ...byCode(
          flite,
          voice('mute', new Int16Array(0)),
          voice('broken', down),
          voice('unoffered', down),
          replacedVoice('refused', 'flite'),
        ),
        ['offline-realtime', flite],
      ]),
      sttProviders: byCode(
        sttWith('good', { type: 'final', text: 'Yes please.', language: null }),
        sttWith('deaf', { type: 'final', text: '', language: null }),
        sttWith('broken', { type: 'failed', error: down }),
        {
          code: 'unopened',
          open: () => {
            throw down;
          },
        },
        replacedEars('refused', 'good'),
        sttWith('offline'),
        sttWith('pocketsphinx'),
      ),
      offers: offers('flite', 'mute', 'broken', 'refused'),
    },
    clock,
  );
  await eventually(
    async () => clock.sleeping(),
    (count) => count === 1,
  );
  clock.advance(15_000);
  const findings = await checking;
  expect(findings.map(({ isFine, text }) => [isFine, text.split(' (')[0]])).toEqual([
    [true, 'Text to speech: flite works'],
    [false, 'Text to speech: mute does not work'],
    [false, 'Text to speech: broken does not work'],
    [false, 'Text to speech: unoffered does not work'],
    [false, 'Text to speech: refused does not work'],
    [true, 'Speech to text: good works'],
    [false, 'Speech to text: deaf does not work'],
    [false, 'Speech to text: broken does not work'],
    [false, 'Speech to text: unopened does not work'],
    [false, 'Speech to text: refused does not work'],
  ]);
  expect(findings[4]?.text).toMatch(/The key is wrong\.\).*Calls use flite until it works\.$/);
  expect(findings.at(-1)?.text).toMatch(/The key is wrong\.\).*Calls use good until it works\.$/);
  expect(findings[2]?.text).toContain('The key is wrong.). Check the key');
  expect(clock.sleeping()).toBe(0);
});

test.each<[string, TtsProvider['fallbackCode'], boolean, string]>([
  [
    'by language',
    (language) => (language === 'en' ? 'flite' : 'espeak'),
    true,
    'flite in English, and espeak in other languages',
  ],
  [
    'flite only',
    () => 'flite',
    true,
    'flite in English, which reads other languages as English. Install espeak-ng for better ones',
  ],
  [
    'English only',
    (language) => (language === 'en' ? 'spare' : null),
    false,
    'none in other languages. Install espeak-ng',
  ],
  ['none', () => null, false, 'none in English. Install espeak-ng'],
  ['off', undefined, true, 'none, because PARLEY_FALLBACK_SYNTHESIZER is off'],
])('reports the backup voices of vendors: %s', (_, fallbackCode, isFine, text) => {
  const vendor = { ...voice('vendor', down), ...(fallbackCode !== undefined && { fallbackCode }) };
  const ttsProviders = byCode(vendor, voice('flite', down), voice('espeak', down));
  expect(describeBackups({ ttsProviders, offers: offers('vendor') })).toEqual([
    { isFine, text: `Backup voice of vendor: ${text}` },
  ]);
});
