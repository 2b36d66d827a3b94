import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { speechOptions } from '../../../test/kit/speech.ts';
import { describeWebSocketTts } from '../../../test/kit/speech-contract.ts';
import { cartesiaDialect } from '../../../test/kit/speech-dialects.ts';
import { WebSocketTts } from '../kit/speech/websocket-tts.ts';
import { cartesiaProtocol } from './speech-protocol.ts';

const protocol = (model = 'sonic-3', socketUrl = 'ws://127.0.0.1:9') =>
  cartesiaProtocol({ apiKey: 'secret', socketUrl, model });

describeWebSocketTts('Cartesia', {
  dialect: cartesiaDialect,
  open: (url, clock) => new WebSocketTts('cartesia', protocol('sonic-3', url), clock),
  errors: { rejected: '400', busy: '429' },
});

describe('the request to Cartesia', () => {
  const first = (model: string, options = {}): object | undefined =>
    protocol(model).say('c1', ' Hello. ', {
      options: speechOptions({ voice: 'v1', ...options }),
      isFirst: true,
    })[0];

  test('contains voice, language, format and continuation', () => {
    expect(
      first('sonic-3', { language: 'ro', sampleRateHz: 8_000, speed: 0.9, emotion: false }),
    ).toMatchObject({
      context_id: 'c1',
      model_id: 'sonic-3',
      transcript: 'Hello. ',
      voice: { mode: 'id', id: 'v1' },
      language: 'ro',
      output_format: { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 8_000 },
      add_timestamps: true,
      continue: true,
      generation_config: { speed: 0.9, emotion: 'calm' },
    });
    expect(protocol().finish('c1', speechOptions())).toMatchObject([{ transcript: '', continue: false }]);
    expect(protocol().cancel('c1')).toEqual([{ context_id: 'c1', cancel: true }]);
  });

  test('contains phonemes in place of words that have some', () => {
    const phonemes = [{ word: 'hello', pronunciation: 'həˈloʊ' }];
    expect(first('sonic-3', { phonemes })).toMatchObject({ transcript: '<<h|ə|ˈ|l|oʊ>>. ' });
  });

  test('leaves emotion to the model if emotion is on', () => {
    expect(first('sonic-3', { emotion: true })).toMatchObject({ generation_config: { speed: 1 } });
    expect(JSON.stringify(first('sonic-3', { emotion: true }))).not.toContain('calm');
  });

  test.each([
    [0.7, -1],
    [0.85, -0.5],
    [1.1, 0.5],
    [1.2, 1],
  ])('sends older models the speed %d as %d', (speed, expected) => {
    expect(first('sonic-2', { speed })).toMatchObject({
      voice: { __experimental_controls: { speed: expected } },
    });
    expect(first('sonic-2', { speed })).not.toHaveProperty('generation_config');
    expect(first('sonic-2', { speed: 1 })).toMatchObject({ voice: { mode: 'id', id: 'v1' } });
  });

  test('keeps the key out of the URL', () => {
    expect(protocol().url(speechOptions())).toBe('ws://127.0.0.1:9/tts/websocket');
    expect(protocol().headers).toMatchObject({ 'x-api-key': 'secret' });
  });
});

describe('any message', () => {
  const keys = ['type', 'context_id', 'data', 'word_timestamps', 'status_code', 'message', 'error', 'title'];
  const stamps = fc.record({
    words: fc.oneof(fc.array(fc.string()), fc.anything()),
    start: fc.oneof(fc.array(fc.double()), fc.anything()),
    end: fc.oneof(fc.array(fc.double()), fc.anything()),
  });

  test('is parsed or ignored, with plausible times', () => {
    const type = fc.constantFrom('chunk', 'timestamps', 'done', 'error');
    const value = fc.oneof(stamps, type, fc.string(), fc.anything());
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...keys), value), (message) => {
        protocol().read(message);
        for (const { startMs, endMs } of protocol().createWordReader().read(message, 0)) {
          expect(startMs).toBeGreaterThanOrEqual(0);
          expect(endMs).toBeGreaterThanOrEqual(startMs);
        }
      }),
    );
  });
});
