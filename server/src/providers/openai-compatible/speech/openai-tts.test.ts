import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AudioServer, startAudioServer } from '../../../../test/kit/audio-server.ts';
import { instantClock } from '../../../../test/kit/clocks.ts';
import { eventually } from '../../../../test/kit/eventually.ts';
import { piecesOf, seconds, speech, speechOptions } from '../../../../test/kit/speech.ts';
import type { TtsProvider } from '../../interfaces/tts-provider.ts';
import { openVendorHttp, type VendorHttp } from '../../kit/vendor-http.ts';
import { openAiTts } from './openai-tts.ts';

let server: AudioServer;
let http: VendorHttp;
beforeAll(async () => {
  server = await startAudioServer();
  http = openVendorHttp();
});
afterAll(async () => {
  await http.close();
  await server.close();
});

const tts = (model = 'gpt-4o-mini-tts', clock = instantClock()): TtsProvider =>
  openAiTts({
    code: 'openai',
    vendor: 'OpenAI',
    baseUrl: server.baseUrl,
    apiKey: 'secret',
    model,
    http,
    clock,
  });

describe('speech over HTTP', () => {
  test.each([8_000, 16_000] as const)(
    'comes at %i Hz, segment by segment, with estimated word timings',
    async (sampleRateHz) => {
      const before = server.speeches.length;
      const said = await speech(tts(), ['One two three.', '…', 'Four five.'], {
        sampleRateHz,
        voice: 'nova',
        speed: 1.1,
        language: 'ro',
      });
      expect(seconds(said)).toBeGreaterThan(0.3 + 0.3 + 0.2);
      expect(seconds(said)).toBeLessThan(0.3 + 0.3 + 0.2 + 0.2);
      expect(said.words.map(({ text }) => text)).toEqual(['One', 'two', 'three.', 'Four', 'five.']);
      expect(server.speeches.slice(before)).toEqual(
        ['One two three.', 'Four five.'].map((input) => ({
          model: 'gpt-4o-mini-tts',
          voice: 'nova',
          input,
          response_format: 'pcm',
          speed: 1.1,
          instructions: expect.stringContaining('Romanian'),
        })),
      );
      expect(server.authorizations.at(-1)).toBe('Bearer secret');
    },
  );

  test('is requested with emotion in words if the model accepts instructions', async () => {
    await speech(tts(), 'One.', { emotion: true });
    expect(server.speeches.at(-1)).toMatchObject({ instructions: expect.stringContaining('emotion') });
    await speech(tts(), 'One.', { emotion: false });
    expect(server.speeches.at(-1)).toMatchObject({ instructions: expect.stringContaining('calmly') });
    await speech(tts(), 'One.', { stability: 0.1 });
    expect(server.speeches.at(-1)).toMatchObject({
      instructions: expect.stringContaining('varied intonation'),
    });
    await speech(tts('tts-1'), 'One.');
    expect(server.speeches.at(-1)).not.toHaveProperty('instructions');
  });

  test('is retried when the vendor is busy, but not when the key is wrong', async () => {
    const clock = instantClock();
    server.script({ kind: 'status', status: 503 }, { kind: 'status', status: 429 });
    expect(seconds(await speech(tts('tts-1', clock), 'One.'))).toBeGreaterThan(0.1);
    expect(clock.slept).toEqual([100, 500]);
    server.script({ kind: 'status', status: 401 });
    await expect(speech(tts(), 'One.')).rejects.toMatchObject({ code: 'rejected', retryable: false });
    const busy = { kind: 'status', status: 429 } as const;
    server.script(busy, busy, busy);
    await expect(speech(tts(), 'One.')).rejects.toMatchObject({ code: 'rate-limited' });
  });

  test.each([
    ['audio/mpeg', 'ID3'],
    ['application/json', '{}'],
    ['text/html', '<html>'],
  ])('is rejected if its content type is %s', async (contentType, body) => {
    server.script({ kind: 'garbage', contentType, body });
    await expect(speech(tts(), 'One.')).rejects.toMatchObject({ code: 'malformed' });
  });

  test('fails after the received audio when it breaks off', async () => {
    server.script({ kind: 'truncated' });
    let samples = 0;
    const read = async (): Promise<void> => {
      const chunks = tts().speak(piecesOf('One two three four.'), speechOptions(), AbortSignal.any([]));
      for await (const chunk of chunks) samples += chunk.samples.length;
    };
    await expect(read()).rejects.toMatchObject({ code: 'unavailable' });
    expect(samples).toBeGreaterThan(0);
  });

  test('ends immediately on abort and closes its connection', async () => {
    server.script({ kind: 'hang' });
    const ending = new AbortController();
    const aborted = expect(speech(tts('tts-1'), 'One.', { signal: ending.signal })).rejects.toMatchObject({
      code: 'aborted',
    });
    await eventually(
      async () => server.open(),
      (count) => count === 1,
    );
    ending.abort();
    await aborted;
    await eventually(
      async () => server.open(),
      (count) => count === 0,
    );
  });

  test('fails without a server', async () => {
    const nobody = openAiTts({
      code: 'x',
      vendor: 'X',
      baseUrl: 'http://127.0.0.1:1/v1',
      apiKey: null,
      model: 'm',
      http,
      clock: instantClock(),
    });
    await expect(speech(nobody, 'One.')).rejects.toMatchObject({ code: 'unavailable' });
  });
});
