import { expect, test } from 'vitest';
import { manualClock } from '../../test/kit/clocks.ts';
import { eventually } from '../../test/kit/eventually.ts';
import { tone } from '../../test/kit/speech.ts';
import type { Offers } from '../providers/interfaces/offers.ts';
import { ProviderError } from '../providers/interfaces/provider-error.ts';
import type { StreamingSynthesizer } from '../providers/interfaces/streaming-synthesizer.ts';
import type { Transcriber, TranscriptEvent } from '../providers/interfaces/transcriber.ts';
import { checkSpeech } from './check-speech.ts';

const down = new ProviderError('rejected', 'The key is wrong.');

function voice(code: string, samples: Int16Array | Error): StreamingSynthesizer {
  return {
    code,
    async *speak() {
      if (samples instanceof Error) throw samples;
      yield { samples, words: [] };
    },
  };
}

/** Fails and is replaced by another provider. */
function replacedVoice(code: string, by: string): StreamingSynthesizer {
  return {
    code,
    async *speak(_pieces, { onReplaced }) {
      onReplaced?.(down, by);
      yield { samples: tone(100, 16_000), words: [] };
    },
  };
}

function replacedEars(code: string, by: string): Transcriber {
  return {
    code,
    open: ({ onReplaced }, listener) => {
      const session = ears(code, { type: 'final', text: 'Yes please.', language: null }).open(
        { sampleRateHz: 16_000, languages: ['en'], hints: [] },
        listener,
      );
      onReplaced?.(down, by);
      return session;
    },
  };
}

function ears(code: string, ...events: TranscriptEvent[]): Transcriber {
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
      ...{ code: `${code}/a`, name: code, language: null, gender: null, accent: null, age: null },
      ...{ modes: ['pipeline'], synthesizer: code },
    })),
  },
];

const byCode = <Provider extends { code: string }>(...providers: Provider[]): Map<string, Provider> =>
  new Map(providers.map((provider) => [provider.code, provider]));

test('each voice must sound and each transcriber must understand something', async () => {
  const clock = manualClock();
  const flite = voice('flite', tone(100, 16_000));
  const checking = checkSpeech(
    {
      synthesizers: new Map([
        ...byCode(
          flite,
          voice('mute', new Int16Array(0)),
          voice('broken', down),
          voice('unoffered', down),
          replacedVoice('refused', 'flite'),
        ),
        ['offline-realtime', flite],
      ]),
      transcribers: byCode(
        ears('good', { type: 'final', text: 'Yes please.', language: null }),
        ears('deaf', { type: 'final', text: '', language: null }),
        ears('broken', { type: 'failed', error: down }),
        replacedEars('refused', 'good'),
        ears('offline'),
        ears('pocketsphinx'),
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
    [true, 'Voice: flite speaks'],
    [false, 'Voice: mute does not speak'],
    [false, 'Voice: broken does not speak'],
    [false, 'Voice: unoffered does not speak'],
    [false, 'Voice: refused does not speak'],
    [true, 'Ears: good hears'],
    [false, 'Ears: deaf does not hear'],
    [false, 'Ears: broken does not hear'],
    [false, 'Ears: refused does not hear'],
  ]);
  expect(findings[4]?.text).toMatch(/The key is wrong\.\).*Calls use flite until it does\.$/);
  expect(findings.at(-1)?.text).toMatch(/The key is wrong\.\).*Calls use good until it does\.$/);
  expect(findings[2]?.text).toContain('The key is wrong.). Check the key');
  expect(clock.sleeping()).toBe(0);
});
