import { expect, test } from 'vitest';
import { manualClock } from '../../test/kit/clocks.ts';
import { silentLog } from '../../test/kit/silent-log.ts';
import { speech, tone } from '../../test/kit/speech.ts';
import type { VoiceOffer } from './interfaces/offers.ts';
import { ProviderError } from './interfaces/provider-error.ts';
import type { TtsProvider } from './interfaces/tts-provider.ts';
import { withTtsFallbacks } from './speech-registry.ts';

const offer = (code: string, language: string | null): VoiceOffer => ({
  code,
  name: code,
  language,
  gender: null,
  accent: null,
  age: null,
  modes: ['pipeline'],
  synthesizer: code.split('/')[0] ?? null,
});
const VOICES = [
  offer('flite/slt', 'en'),
  offer('flite/any', null),
  offer('espeak/en-us', 'en'),
  offer('espeak/ro', 'ro'),
  offer('vendor/a', null),
  offer('spare/de', 'de'),
];

test.each<[string, { primary?: string; installed?: string[]; chosen?: string; broken?: string[] }, string]>([
  ['en', {}, 'flite/slt'],
  ['ro', {}, 'espeak/ro'],
  ['ar', {}, 'flite/any'],
  ['ro', { installed: ['vendor', 'flite'] }, 'flite/any'],
  ['en', { primary: 'flite' }, 'espeak/en-us'],
  ['ro', { primary: 'espeak' }, 'flite/any'],
  ['en', { primary: 'flite', installed: ['flite'] }, 'nobody'],
  ['de', { chosen: 'spare' }, 'spare/de'],
  ['ro', { chosen: 'spare' }, 'espeak/ro'],
  ['de', { chosen: 'spare', broken: ['vendor', 'spare'] }, 'flite/any'],
  ['de', { primary: 'spare', chosen: 'spare' }, 'flite/any'],
])(
  'in %s, with %j, the text is spoken by %s',
  async (language, { primary = 'vendor', installed, chosen, broken = [primary] }, expected) => {
    const spoken: string[] = [];
    const synthesizer = (code: string): TtsProvider => ({
      code,
      async *speak(segments, { voice, sampleRateHz }) {
        if (broken.includes(code)) throw new ProviderError('rejected', 'Refused.');
        for await (const _piece of segments) spoken.push(`${code}/${voice}`);
        yield { samples: tone(100, sampleRateHz), words: [] };
      },
    });
    const codes = installed ?? ['vendor', 'spare', 'flite', 'espeak'];
    const all = new Map(codes.map((code) => [code, synthesizer(code)]));
    const named = chosen === undefined ? null : (all.get(chosen) ?? null);
    const { ttsProviders: backed } = withTtsFallbacks(all, named, {
      clock: manualClock(),
      log: silentLog,
      voices: VOICES,
    });
    const speaking = speech(backed.get(primary) ?? synthesizer(primary), 'Hello.', { language });
    if (expected === 'nobody') await expect(speaking).rejects.toThrow('Refused.');
    else await speaking;
    expect(spoken).toEqual(expected === 'nobody' ? [] : [expected]);
  },
);
