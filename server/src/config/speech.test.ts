import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

function problemsOf(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
}

test('by default only providers without keys exist', () => {
  expect(readConfig({}).secrets.speech).toEqual({
    vendors: new Map(),
    pocketsphinxPhrases: [],
    fallbackTts: null,
    fallbackStt: null,
    fallbackRealtimeModel: null,
  });
});

test('reads speech vendors with keys, URLs, models and voices', () => {
  const { speech } = readConfig({
    DEEPGRAM_API_KEY: 'd',
    PARLEY_DEEPGRAM_MODEL: 'nova-2',
    ELEVENLABS_API_KEY: 'e',
    ELEVENLABS_BASE_URL: 'https://proxy.example/v1/',
    PARLEY_ELEVENLABS_VOICES: 'a=Ana Maria, b ,',
    OPENAI_API_KEY: 'o',
    PARLEY_OPENAI_TRANSCRIPTION_MODEL: 'off',
    PARLEY_POCKETSPHINX_PHRASES: 'yes please, no',
    PARLEY_FALLBACK_SYNTHESIZER: 'flite',
    PARLEY_FALLBACK_REALTIME_MODEL: 'google/gemini-x',
  }).secrets;
  expect(speech).toEqual({
    vendors: new Map([
      ['deepgram', { apiKey: 'd', baseUrl: 'https://api.deepgram.com/v1', model: 'nova-2', voices: [] }],
      [
        'elevenlabs',
        {
          apiKey: 'e',
          baseUrl: 'https://proxy.example/v1',
          model: 'eleven_flash_v2_5',
          voices: [
            { id: 'a', name: 'Ana Maria' },
            { id: 'b', name: 'b' },
          ],
        },
      ],
    ]),
    openai: { apiKey: 'o', speechModel: 'gpt-4o-mini-tts', transcriptionModel: null },
    pocketsphinxPhrases: ['yes please', 'no'],
    fallbackTts: 'flite',
    fallbackStt: null,
    fallbackRealtimeModel: 'google/gemini-x',
  });
});

test.each<[Record<string, string>, string]>([
  [{ PARLEY_CARTESIA_MODEL: 'sonic-3' }, 'PARLEY_CARTESIA_MODEL is set but CARTESIA_API_KEY is not.'],
  [{ PARLEY_ELEVENLABS_VOICES: 'a' }, 'PARLEY_ELEVENLABS_VOICES is set but ELEVENLABS_API_KEY is not.'],
  [
    { PARLEY_TTS_MODEL: 'm' },
    'PARLEY_TTS_BASE_URL belongs together with PARLEY_TTS_MODEL and PARLEY_TTS_VOICES',
  ],
  [{ PARLEY_STT_BASE_URL: 'http://a/v1' }, 'PARLEY_STT_BASE_URL belongs together with PARLEY_STT_MODEL'],
  [
    { PARLEY_STT_BASE_URL: 'http://a/v1', PARLEY_STT_MODEL: 'm', PARLEY_STT_NAME: 'deepgram' },
    'PARLEY_STT_NAME may contain',
  ],
  [{ CARTESIA_API_KEY: 'c', PARLEY_CARTESIA_VOICES: 'a/b=Ana' }, 'PARLEY_CARTESIA_VOICES must have the form'],
  [{ DEEPGRAM_API_KEY: 'd', DEEPGRAM_BASE_URL: 'ftp://x' }, 'DEEPGRAM_BASE_URL must be a URL'],
])('rejects %j', (environment, problem) => {
  expect(problemsOf(environment)).toContain(problem);
});
