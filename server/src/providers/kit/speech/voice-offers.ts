import type { VoiceOffer } from '../../interfaces/offers.ts';
import type { NamedVoice } from '../../interfaces/speech-config.ts';

export interface VendorVoice extends NamedVoice {
  gender?: VoiceOffer['gender'];
  accent?: string | null;
  age?: string | null;
  /** ISO 639-1; absent for all languages of the vendor. */
  language?: string | null;
}

const MAX_VOICES = 300;

/** A vendor's voices as catalog offers. Equal names get a suffix; ids that cannot be part of a code are dropped. */
export function voiceOffers(provider: string, voices: readonly VendorVoice[]): VoiceOffer[] {
  const names = new Set<string>();
  const ids = new Set<string>();
  const offers: VoiceOffer[] = [];
  for (const { id, name, gender = null, accent = null, age = null, language = null } of voices) {
    if (!/^[\w.:-]{1,100}$/.test(id) || ids.has(id) || offers.length >= MAX_VOICES) continue;
    ids.add(id);
    const plain = name.trim().slice(0, 100) || id;
    const shown = names.has(plain) ? `${plain} (${id})` : plain;
    names.add(shown);
    offers.push({
      code: `${provider}/${id}`,
      name: shown,
      language,
      gender,
      accent,
      age,
      modes: ['pipeline', 'dualplex'],
      synthesizer: provider,
    });
  }
  return offers;
}
