import type { Offers, VoiceOffer } from '../interfaces/offers.ts';

type Speaker = Pick<VoiceOffer, 'name' | 'gender' | 'accent'>;

/** The names are flite's own; how old the speakers are is not on record. */
const SLT: Speaker = { name: 'SLT', gender: 'female', accent: 'American' };

const flite = (code: string, speaker: Speaker, language: string | null = 'en'): VoiceOffer => ({
  ...speaker,
  code: `flite/${code}`,
  language,
  age: null,
  modes: ['pipeline', 'dualplex'],
  synthesizer: 'flite',
});

/** What works without a key and without a network. */
export const OFFLINE_OFFERS: Offers = {
  models: [
    { kind: 'llm', code: 'offline/extractive', name: 'Offline (built in, answers from your documents)' },
    { kind: 'multimodal', code: 'offline/realtime', name: 'Offline realtime (built in)' },
    { kind: 'dualplex', code: 'offline/realtime', name: 'Offline realtime (built in)' },
  ],
  speechProviders: [
    { kind: 'synthesizer', code: 'flite', name: 'Flite (built in)', languages: [] },
    { kind: 'transcriber', code: 'offline', name: 'Typed text (built in)', languages: [] },
  ],
  voices: [
    flite('slt', SLT),
    flite('rms', { name: 'RMS', gender: 'male', accent: 'American' }),
    flite('awb', { name: 'AWB', gender: 'male', accent: 'Scottish' }),
    flite('kal16', { name: 'KAL', gender: 'male', accent: 'American' }),
    flite('kal', { name: 'KAL, telephone quality', gender: 'male', accent: 'American' }),
    flite('any', { ...SLT, name: 'SLT, any language (English accent)' }, null),
    {
      ...SLT,
      code: 'offline-realtime/slt',
      name: 'SLT, realtime',
      language: null,
      age: null,
      modes: ['multimodal'],
      synthesizer: null,
    },
  ],
};
