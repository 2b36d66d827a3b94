import type { Offers, VoiceOffer } from '../spec/offers.ts';

const flite = (code: string, voice: Pick<VoiceOffer, 'name' | 'gender' | 'accent' | 'age'>): VoiceOffer => ({
  ...voice,
  code: `flite/${code}`,
  language: 'en',
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
    flite('slt', { name: 'Susan', gender: 'female', accent: 'American', age: 'young' }),
    flite('rms', { name: 'Robert', gender: 'male', accent: 'American', age: 'middle-aged' }),
    flite('awb', { name: 'Alan', gender: 'male', accent: 'Scottish', age: 'middle-aged' }),
    flite('kal', { name: 'Kal', gender: 'male', accent: 'American', age: 'middle-aged' }),
    {
      code: 'flite/any',
      name: 'Susan, any language (English accent)',
      language: null,
      gender: 'female',
      accent: 'American',
      age: 'young',
      modes: ['pipeline', 'dualplex'],
      synthesizer: 'flite',
    },
    {
      code: 'offline-realtime/slt',
      name: 'Susan, realtime',
      language: null,
      gender: 'female',
      accent: 'American',
      age: 'young',
      modes: ['multimodal'],
      synthesizer: null,
    },
  ],
};
