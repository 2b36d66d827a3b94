import type { SttVendor } from '../kit/speech/speech-vendor.ts';

export const deepgram: SttVendor = {
  kind: 'transcriber',
  code: 'deepgram',
  name: 'Deepgram',
  variables: { key: 'DEEPGRAM_API_KEY', baseUrl: 'DEEPGRAM_BASE_URL', model: 'PARLEY_DEEPGRAM_MODEL' },
  baseUrl: 'https://api.deepgram.com/v1',
  model: 'nova-3',
  // Source: developers.deepgram.com/docs/models-languages-overview
  languages:
    'en ro fr es de lt it pt da nl pl sv no fi cs sk hu bg el tr ru uk hi ko vi id ja zh ar he'.split(' '),
  // Source: Deepgram, "Latency Report".
  typicalMs: 120,
  open: async (access, clock) => (await import('./deepgram-stt.ts')).deepgramStt({ ...access, clock }),
};
