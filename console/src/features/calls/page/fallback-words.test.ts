import { expect, test } from 'vitest';
import { fallbackWords } from './fallback-words.ts';

const at = '2026-11-29T12:00:00.000000Z';

test.each([
  [
    { part: 'voice', from: 'elevenlabs', to: 'flite', reason: 'ElevenLabs sent no audio in time.', at },
    'The voice switched from elevenlabs to flite: ElevenLabs sent no audio in time.',
  ],
  [
    { part: 'transcriber', from: 'deepgram', to: 'openai', reason: 'Deepgram answered 401', at },
    'The speech-to-text provider switched from deepgram to openai: Deepgram answered 401.',
  ],
  [
    { part: 'realtime', from: 'openai/gpt-x', to: 'google/gemini-x', reason: '', at },
    'The realtime model switched from openai/gpt-x to google/gemini-x, because openai/gpt-x had failed just before this call.',
  ],
] as const)('describes the fallback %o', (fallback, words) => {
  expect(fallbackWords(fallback)).toBe(words);
});
