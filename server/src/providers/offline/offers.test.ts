import { describe, expect, test } from 'vitest';
import { CATALOG_LANGUAGES } from '../../../test/kit/catalog-languages.ts';
import { describeOffers, ENGINE_MODES } from '../../../test/kit/offers-contract.ts';
import { FLITE_VOICES } from './flite-tts.ts';
import { OFFLINE_OFFERS } from './offers.ts';

const { voices } = OFFLINE_OFFERS;
const voiceName = (code: string): string => code.slice(code.indexOf('/') + 1);

describeOffers('an installation without keys', OFFLINE_OFFERS);

describe('the voices without keys', () => {
  test('are all voices of flite', () => {
    const offered = voices.filter(({ code }) => code.startsWith('flite/')).map(({ code }) => voiceName(code));
    expect(offered.toSorted()).toEqual([...FLITE_VOICES.keys()].toSorted());
    for (const { code } of voices) expect(FLITE_VOICES.has(voiceName(code)), code).toBe(true);
  });

  test('serve every language in every mode', () => {
    expect(CATALOG_LANGUAGES).toHaveLength(30);
    for (const mode of ENGINE_MODES) {
      for (const { iso_2 } of CATALOG_LANGUAGES) {
        const fitting = voices.filter(
          ({ modes, language }) => modes.includes(mode) && (language === null || language === iso_2),
        );
        expect(fitting.length, `${mode} ${iso_2}`).toBeGreaterThan(0);
      }
    }
  });

  test.each(ENGINE_MODES)('include some that do not support the mode %s', (mode) => {
    expect(voices.some(({ modes }) => !modes.includes(mode))).toBe(true);
  });

  test.each(['llm', 'multimodal', 'dualplex'])('come with a model of the kind %s', (kind) => {
    expect(OFFLINE_OFFERS.models.some((model) => model.kind === kind)).toBe(true);
  });
});
