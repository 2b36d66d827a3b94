import { describe, expect, test } from 'vitest';
import type { EngineMode } from '../../src/core/catalogue.ts';
import type { Offers, VoiceOffer } from '../../src/providers/interfaces/offers.ts';
import { CATALOGUE_LANGUAGES } from './catalogue-languages.ts';

export const ENGINE_MODES: readonly EngineMode[] = ['pipeline', 'multimodal', 'dualplex'];

/** What holds for the offers of every vendor. */
export function describeOffers(name: string, offers: Offers): void {
  const isoCodes = new Set(CATALOGUE_LANGUAGES.map((language) => language.iso_2));

  describe(`the offers of ${name}`, () => {
    test('have codes that are unique and name the vendor', () => {
      const models = offers.models.map(({ kind, code }) => `${kind} ${code}`);
      const providers = offers.speechProviders.map(({ kind, code }) => `${kind} ${code}`);
      const voices = offers.voices.map(({ code }) => code);
      for (const codes of [models, providers, voices]) expect(codes).toEqual([...new Set(codes)]);
      for (const { code } of [...offers.models, ...offers.voices])
        expect(code).toMatch(/^[a-z0-9-]+\/[\w.:-]+$/i);
    });

    test('have names for people, told apart', () => {
      const names = offers.voices.map((voice) => voice.name.trim());
      expect(names).toEqual([...new Set(names)]);
      expect(names).not.toContain('');
    });

    test('speak languages of the catalogue only', () => {
      for (const { languages } of offers.speechProviders) {
        for (const iso of languages) expect(isoCodes).toContain(iso);
      }
      for (const { language } of offers.voices) if (language !== null) expect(isoCodes).toContain(language);
    });

    test.each(offers.voices)('$code fits a mode, and its synthesizer speaks its language', (voice) => {
      expect(voice.modes.length).toBeGreaterThan(0);
      expect(voice.modes).toEqual([...new Set(voice.modes)]);
      expectSynthesizer(offers, voice);
    });
  });
}

function expectSynthesizer(offers: Offers, voice: VoiceOffer): void {
  if (voice.synthesizer === null) {
    // A realtime model brings the voice, so it cannot speak for another model.
    expect(voice.modes).toEqual(['multimodal']);
    return;
  }
  const synthesizer = offers.speechProviders.find(
    ({ kind, code }) => kind === 'synthesizer' && code === voice.synthesizer,
  );
  expect(synthesizer, voice.synthesizer).toBeDefined();
  expect(voice.code.split('/')[0]).toBe(voice.synthesizer);
  expect(voice.modes).not.toContain('multimodal');
  const languages = synthesizer?.languages ?? [];
  if (voice.language !== null && languages.length > 0) expect(languages).toContain(voice.language);
}
