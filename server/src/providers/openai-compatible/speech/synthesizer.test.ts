import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AudioServer, startAudioServer } from '../../../../test/kit/audio-server.ts';
import { instantClock } from '../../../../test/kit/clocks.ts';
import { eventually } from '../../../../test/kit/eventually.ts';
import { piecesOf, seconds, speech, speechOptions } from '../../../../test/kit/speech.ts';
import type { StreamingSynthesizer } from '../../interfaces/streaming-synthesizer.ts';
import { openVendorHttp, type VendorHttp } from '../../kit/vendor-http.ts';
import { openAiSynthesizer } from './synthesizer.ts';

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

const synthesizer = (model = 'gpt-4o-mini-tts', clock = instantClock()): StreamingSynthesizer =>
  openAiSynthesizer({
    ...{ code: 'openai', vendor: 'OpenAI', baseUrl: server.baseUrl, apiKey: 'secret', model, http, clock },
  });

describe('speech over HTTP', () => {
  test.each([8_000, 16_000] as const)(
    'comes at %i Hz, piece after piece, with estimated words',
    async (sampleRateHz) => {
      const before = server.speeches.length;
      const said = await speech(synthesizer(), ['One two three.', '…', 'Four five.'], {
        ...{ sampleRateHz, voice: 'nova', speed: 1.1, language: 'ro' },
      });
      expect(seconds(said)).toBeGreaterThan(0.3 + 0.3 + 0.2);
      expect(seconds(said)).toBeLessThan(0.3 + 0.3 + 0.2 + 0.2);
      expect(said.words.map(({ text }) => text)).toEqual(['One', 'two', 'three.', 'Four', 'five.']);
      expect(server.speeches.slice(before)).toEqual(
        ['One two three.', 'Four five.'].map((input) => ({
          ...{ model: 'gpt-4o-mini-tts', voice: 'nova', input, response_format: 'pcm', speed: 1.1 },
          instructions: expect.stringContaining('Romanian'),
        })),
      );
      expect(server.authorizations.at(-1)).toBe('Bearer secret');
    },
  );

  test('is told of feeling in words, where the model takes them', async () => {
    await speech(synthesizer(), 'One.', { emotion: true });
    expect(server.speeches.at(-1)).toMatchObject({ instructions: expect.stringContaining('feeling') });
    await speech(synthesizer(), 'One.', { emotion: false });
    expect(server.speeches.at(-1)).toMatchObject({ instructions: expect.stringContaining('calmly') });
    await speech(synthesizer(), 'One.', { stability: 0.1 });
    expect(server.speeches.at(-1)).toMatchObject({ instructions: expect.stringContaining('melody') });
    await speech(synthesizer('tts-1'), 'One.');
    expect(server.speeches.at(-1)).not.toHaveProperty('instructions');
  });

  test('is asked for again when the vendor is busy, and not when the request is wrong', async () => {
    const clock = instantClock();
    server.script({ kind: 'status', status: 503 }, { kind: 'status', status: 429 });
    expect(seconds(await speech(synthesizer('tts-1', clock), 'One.'))).toBeGreaterThan(0.1);
    expect(clock.slept).toEqual([100, 500]);
    server.script({ kind: 'status', status: 401 });
    await expect(speech(synthesizer(), 'One.')).rejects.toMatchObject({ code: 'rejected', retryable: false });
    const busy = { kind: 'status', status: 429 } as const;
    server.script(busy, busy, busy);
    await expect(speech(synthesizer(), 'One.')).rejects.toMatchObject({ code: 'rate-limited' });
  });

  test.each([
    ['audio/mpeg', 'ID3'],
    ['application/json', '{}'],
    ['text/html', '<html>'],
  ])('is refused as %s', async (contentType, body) => {
    server.script({ kind: 'garbage', contentType, body });
    await expect(speech(synthesizer(), 'One.')).rejects.toMatchObject({ code: 'malformed' });
  });

  test('that breaks off fails after the sound that came', async () => {
    server.script({ kind: 'truncated' });
    let samples = 0;
    const read = async (): Promise<void> => {
      const chunks = synthesizer().speak(
        piecesOf('One two three four.'),
        speechOptions(),
        AbortSignal.any([]),
      );
      for await (const chunk of chunks) samples += chunk.samples.length;
    };
    await expect(read()).rejects.toMatchObject({ code: 'unavailable' });
    expect(samples).toBeGreaterThan(0);
  });

  test('ends at once when it is aborted, also at the vendor', async () => {
    server.script({ kind: 'hang' });
    const ending = new AbortController();
    const aborted = expect(
      speech(synthesizer('tts-1'), 'One.', { signal: ending.signal }),
    ).rejects.toMatchObject({ code: 'aborted' });
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

  test('fails where there is nobody', async () => {
    const nobody = openAiSynthesizer({
      ...{ code: 'x', vendor: 'X', baseUrl: 'http://127.0.0.1:1/v1', apiKey: null, model: 'm', http },
      clock: instantClock(),
    });
    await expect(speech(nobody, 'One.')).rejects.toMatchObject({ code: 'unavailable' });
  });
});
