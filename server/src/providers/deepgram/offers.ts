import type { Offers } from '../interfaces/offers.ts';
import { DEEPGRAM_LANGUAGES } from './listen-request.ts';

export const deepgramOffers: Offers = {
  models: [],
  speechProviders: [
    { kind: 'transcriber', code: 'deepgram', name: 'Deepgram', languages: DEEPGRAM_LANGUAGES },
  ],
  voices: [],
};
