import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { speechOptions } from '../../../test/kit/speech.ts';
import { describeWebSocketTts } from '../../../test/kit/speech-contract.ts';
import { elevenLabsDialect } from '../../../test/kit/speech-dialects.ts';
import { WebSocketTts } from '../kit/speech/websocket-tts.ts';
import { AlignmentReader, elevenLabsProtocol } from './speech-protocol.ts';

const protocol = (model = 'eleven_flash_v2_5', socketUrl = 'ws://127.0.0.1:9/v1') =>
  elevenLabsProtocol({ apiKey: 'secret', socketUrl, model });

describeWebSocketTts('ElevenLabs', {
  dialect: elevenLabsDialect,
  open: (url, clock) => new WebSocketTts('elevenlabs', protocol('eleven_flash_v2_5', `${url}/v1`), clock),
  errors: { rejected: 'invalid_api_key', busy: 'too_many_concurrent_requests' },
});

describe('the request to ElevenLabs', () => {
  const say = (options = {}, isFirst = true): object[] =>
    protocol().say('c1', ' Hello. ', { options: speechOptions(options), isFirst });

  test('starts with the voice settings', () => {
    expect(say({ stability: 0.8, similarity: 0.4, speed: 1.1, emotion: false })).toEqual([
      {
        context_id: 'c1',
        text: ' ',
        voice_settings: { stability: 0.8, similarity_boost: 0.4, speed: 1.1 },
      },
      { context_id: 'c1', text: 'Hello. ', flush: true },
    ]);
    expect(say({}, false)).toEqual([{ context_id: 'c1', text: 'Hello. ', flush: true }]);
  });

  test('allows more expression if emotion is on', () => {
    expect(say({ stability: 0.8, emotion: true })[0]).toMatchObject({
      voice_settings: { stability: 0.6, style: 0.3 },
    });
  });

  test('has voice, model, format and language in the URL, and never the key', () => {
    const url = new URL(protocol().url(speechOptions({ voice: 'a/b', language: 'ro', sampleRateHz: 8_000 })));
    expect(url.pathname).toBe('/v1/text-to-speech/a%2Fb/multi-stream-input');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      model_id: 'eleven_flash_v2_5',
      output_format: 'ulaw_8000',
      language_code: 'ro',
    });
    expect(url.searchParams.has('enable_ssml_parsing')).toBe(false);
    expect(url.href).not.toContain('secret');
    expect(protocol().headers).toEqual({ 'xi-api-key': 'secret' });
    const older = new URL(protocol('eleven_multilingual_v2').url(speechOptions()));
    expect([older.searchParams.get('language_code'), older.searchParams.get('output_format')]).toEqual([
      null,
      'pcm_16000',
    ]);
  });
});

describe('pronunciations in IPA', () => {
  const phonemes = [{ word: 'Mill Inn', pronunciation: 'mɪl ɪn' }];

  test('are tags for models that take them', () => {
    const { url, say, takesIpa } = protocol('eleven_flash_v2');
    const options = speechOptions({ phonemes });
    expect(takesIpa).toBe(true);
    expect(new URL(url(options)).searchParams.get('enable_ssml_parsing')).toBe('true');
    expect(say('c1', 'At the Mill Inn, 3 < 5 & "more".', { options, isFirst: false })).toMatchObject([
      {
        text: 'At the <phoneme alphabet="ipa" ph="mɪl">Mill</phoneme> <phoneme alphabet="ipa" ph="ɪn">Inn</phoneme>, 3 &lt; 5 &amp; &quot;more&quot;. ',
      },
    ]);
  });

  test('are left out for other models', () => {
    const options = speechOptions({ phonemes });
    expect(protocol().say('c1', 'Mill Inn', { options, isFirst: false })).toMatchObject([
      { text: 'Mill Inn ' },
    ]);
    expect(protocol().takesIpa).toBe(false);
  });

  test('do not count as words', () => {
    const chars = [...'<phoneme ph="x">Mill</phoneme> Inn '];
    const alignment = {
      chars,
      char_start_times_ms: chars.map((_, index) => index),
      char_durations_ms: chars.map(() => 1),
    };
    expect(new AlignmentReader().read({ alignment }, 0).map(({ text }) => text)).toEqual(['Mill', 'Inn']);
  });
});

test.each([
  ['max_active_conversations', 'rate-limited'],
  ['system_busy', 'rate-limited'],
  ['input_timeout_exceeded', 'timeout'],
  ['quota_exceeded', 'rejected'],
])('maps ElevenLabs’ %s to %s', (error, code) => {
  const message = { message: 'Maximum simultaneous contexts exceeded (5).', error, code: 1008 };
  expect(protocol().read(message)).toMatchObject({ contextId: null, error: { code } });
});

describe('character timings', () => {
  const message = (text: string, startMs: number): Record<string, unknown> => ({
    alignment: {
      chars: [...text],
      char_start_times_ms: [...text].map((_, index) => startMs + index * 10),
      char_durations_ms: [...text].map(() => 10),
    },
  });

  test.each([
    ['of the message', 0],
    ['of the speech', 50],
  ])('count from the beginning %s', (_name, secondStartMs) => {
    const reader = new AlignmentReader();
    expect(reader.read(message('ab cd', 0), 0)).toEqual([{ text: 'ab', startMs: 0, endMs: 20 }]);
    expect(reader.read(message('e fg', secondStartMs), 50)).toEqual([
      { text: 'cde', startMs: 30, endMs: 60 },
    ]);
    expect(reader.rest()).toEqual([{ text: 'fg', startMs: 70, endMs: 90 }]);
    expect(reader.rest()).toEqual([]);
  });

  test.each([
    {},
    { alignment: null },
    { alignment: { chars: ['a'] } },
    { alignment: { chars: 'a', charStartTimesMs: 1 } },
  ])('are not parsed from %j', (garbage) => {
    expect(new AlignmentReader().read(garbage, 0)).toEqual([]);
  });
});

describe('any message', () => {
  const keys = [
    'contextId',
    'context_id',
    'audio',
    'alignment',
    'normalizedAlignment',
    'isFinal',
    'error',
    'message',
  ];
  const part = fc.record({
    chars: fc.oneof(fc.array(fc.string()), fc.anything()),
    charStartTimesMs: fc.oneof(fc.array(fc.double()), fc.anything()),
    charDurationsMs: fc.oneof(fc.array(fc.double()), fc.anything()),
  });

  test('is parsed or ignored, with plausible times', () => {
    const value = fc.oneof(part, fc.string(), fc.anything());
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...keys), value), fc.nat(100_000), (message, audioMs) => {
        protocol().read(message);
        const reader = new AlignmentReader();
        for (const { text, startMs, endMs } of [...reader.read(message, audioMs), ...reader.rest()]) {
          expect(text).not.toBe('');
          expect(startMs).toBeGreaterThanOrEqual(0);
          expect(endMs).toBeGreaterThanOrEqual(startMs);
        }
      }),
    );
  });
});
