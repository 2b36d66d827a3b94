import { describe, expect, test } from 'vitest';
import type { EngineMode } from '../../src/core/catalog.ts';
import type { Offers, VoiceOffer } from '../../src/providers/interfaces/offers.ts';
import { CATALOG_LANGUAGES } from './catalog-languages.ts';

export const ENGINE_MODES: readonly EngineMode[] = ['pipeline', 'multimodal', 'dualplex'];

/** Contract tests for every vendor's offers. */
export function describeOffers(name: string, offers: Offers): void {
  const isoCodes = new Set(CATALOG_LANGUAGES.map((language) => language.iso_2));

  describe(`the offers of ${name}`, () => {
    test('have unique codes that start with the vendor', () => {
      const models = offers.models.map(({ kind, code }) => `${kind} ${code}`);
      const providers = offers.speechProviders.map(({ kind, code }) => `${kind} ${code}`);
      const voices = offers.voices.map(({ code }) => code);
      for (const codes of [models, providers, voices]) expect(codes).toEqual([...new Set(codes)]);
      for (const { code } of [...offers.models, ...offers.voices])
        expect(code).toMatch(/^[a-z0-9-]+\/[\w.:-]+$/i);
    });

    test('have unique display names', () => {
      const names = offers.voices.map((voice) => voice.name.trim());
      expect(names).toEqual([...new Set(names)]);
      expect(names).not.toContain('');
    });

    test('have only languages from the catalog', () => {
      for (const { languages } of offers.speechProviders) {
        for (const iso of languages) expect(isoCodes).toContain(iso);
      }
      for (const { language } of offers.voices) if (language !== null) expect(isoCodes).toContain(language);
    });

    test.each(offers.voices)(
      'the voice $code fits a mode, and its TTS provider speaks its language',
      (voice) => {
        expect(voice.modes.length).toBeGreaterThan(0);
        expect(voice.modes).toEqual([...new Set(voice.modes)]);
        expectTtsProvider(offers, voice);
      },
    );
  });
}

function expectTtsProvider(offers: Offers, voice: VoiceOffer): void {
  if (voice.synthesizer === null) {
    // The voice belongs to a realtime model, so other models cannot use it.
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
