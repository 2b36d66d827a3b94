import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { instantClock, manualClock } from '../../test/kit/clocks.ts';
import { eventually } from '../../test/kit/eventually.ts';
import { type LoopbackServer, startLoopbackServer } from '../../test/kit/loopback-server.ts';
import { describeOffers } from '../../test/kit/offers-contract.ts';
import { readConfig } from '../config/config.ts';
import type { Offers } from './interfaces/offers.ts';
import { openVendorHttp, type VendorHttp } from './kit/vendor-http.ts';
import { type OpenSpeechVendor, speechVendorOpenings } from './speech-registry.ts';

const NOBODY = 'http://127.0.0.1:1';
const ALL = {
  DEEPGRAM_API_KEY: 'd',
  ELEVENLABS_API_KEY: 'e',
  ELEVENLABS_BASE_URL: NOBODY,
  CARTESIA_API_KEY: 'c',
  CARTESIA_BASE_URL: NOBODY,
  OPENAI_API_KEY: 'o',
  PARLEY_TTS_BASE_URL: `${NOBODY}/v1/`,
  PARLEY_TTS_MODEL: 'kokoro',
  PARLEY_TTS_VOICES: 'af_sky=Sky, am_adam',
  PARLEY_STT_BASE_URL: `${NOBODY}/v1`,
  PARLEY_STT_MODEL: 'whisper-small',
  PARLEY_STT_NAME: 'ears',
};

let http: VendorHttp;
beforeAll(() => {
  http = openVendorHttp();
});
afterAll(() => http.close());

const openAll = (
  environment: Record<string, string>,
  deps: Parameters<typeof speechVendorOpenings>[1],
): Promise<OpenSpeechVendor[]> =>
  Promise.all(
    speechVendorOpenings(readConfig(environment).secrets.speech, deps).map(async ({ open: one }) => one()),
  );
const open = (environment: Record<string, string>): Promise<OpenSpeechVendor[]> =>
  openAll(environment, { http, clock: manualClock() });

const merged = (vendors: readonly OpenSpeechVendor[]): Offers => ({
  models: [],
  speechProviders: vendors.flatMap(({ offers }) => offers.speechProviders),
  voices: vendors.flatMap(({ offers }) => offers.voices),
});

const closed = openVendorHttp();
const everything = await openAll(ALL, { http: closed, clock: instantClock() });
await closed.close();
describeOffers('every vendor of speech', merged(everything));

describe('speech vendors', () => {
  test('are the configured ones', async () => {
    expect(await open({})).toEqual([]);
    const codes = everything.map(({ tts, stt }) => [tts?.code, stt?.code]);
    expect(codes).toEqual([
      [undefined, 'deepgram'],
      ['elevenlabs', undefined],
      ['cartesia', undefined],
      ['openai', 'openai'],
      ['local', undefined],
      [undefined, 'ears'],
    ]);
    for (const { tts, stt, offers } of everything) {
      const offered = offers.speechProviders.map(({ kind, code }) => `${kind} ${code}`);
      const there = [
        ...(tts === undefined ? [] : [`synthesizer ${tts.code}`]),
        ...(stt === undefined ? [] : [`transcriber ${stt.code}`]),
      ];
      expect(offered).toEqual(there);
    }
    const local = merged(everything).voices.filter(({ synthesizer }) => synthesizer === 'local');
    expect(local.map(({ code, name }) => [code, name])).toEqual([
      ['local/af_sky', 'Sky'],
      ['local/am_adam', 'am_adam'],
    ]);
  });

  test('OpenAI’s two services can be disabled separately', async () => {
    const [vendor] = await open({
      OPENAI_API_KEY: 'o',
      PARLEY_OPENAI_SPEECH_MODEL: 'off',
      PARLEY_OPENAI_TRANSCRIPTION_MODEL: 'whisper-1',
    });
    expect([vendor?.tts, vendor?.stt?.code, vendor?.offers.voices]).toEqual([undefined, 'openai', []]);
  });
});

describe('voices of a vendor', () => {
  let server: LoopbackServer;
  let answer: { status: number; body: string } | null = null;
  let keys: unknown[] = [];
  beforeAll(async () => {
    server = await startLoopbackServer((request, response) => {
      keys.push(request.headers['xi-api-key'] ?? request.headers['x-api-key']);
      if (answer !== null) response.writeHead(answer.status).end(answer.body);
    });
  });
  afterAll(() => server.close());

  const voicesOf = async (vendor: 'ELEVENLABS' | 'CARTESIA', more: Record<string, string> = {}) => {
    const environment = { [`${vendor}_API_KEY`]: 'k', [`${vendor}_BASE_URL`]: server.origin, ...more };
    const [opened] = await open(environment);
    await opened?.close?.();
    return opened?.offers.voices ?? [];
  };

  test('are fetched from ElevenLabs', async () => {
    const voices = [
      { voice_id: 'v1', name: 'Ana', labels: { gender: 'female', accent: 'romanian', age: 'young' } },
      { voice_id: 'v2', name: 'Ana', labels: null },
      { voice_id: '../x', name: 'Bad' },
      { name: 'Nobody' },
      7,
    ];
    answer = { status: 200, body: JSON.stringify({ voices }) };
    keys = [];
    expect(await voicesOf('ELEVENLABS')).toMatchObject([
      { code: 'elevenlabs/v1', name: 'Ana', gender: 'female', accent: 'romanian', language: null },
      { code: 'elevenlabs/v2', name: 'Ana (v2)', gender: null },
    ]);
    expect(keys).toEqual(['k']);
  });

  test('are fetched from Cartesia, for known languages only', async () => {
    const data = [
      { id: 'v1', name: 'Katie', language: 'en', gender: 'feminine' },
      { id: 'v2', name: 'Unknown', language: 'xx' },
      { id: 'v3', name: 'Ion', language: 'ro', gender: 'masculine' },
    ];
    answer = { status: 200, body: JSON.stringify({ data }) };
    expect(await voicesOf('CARTESIA')).toMatchObject([
      { code: 'cartesia/v1', language: 'en', gender: 'female' },
      { code: 'cartesia/v3', language: 'ro', gender: 'male' },
    ]);
  });

  test.each(['ELEVENLABS', 'CARTESIA'] as const)(
    'are the default ones if the request to %s fails',
    async (vendor) => {
      for (const failing of [
        { status: 401, body: '{}' },
        { status: 200, body: '<html>' },
        { status: 200, body: '{}' },
      ]) {
        answer = failing;
        expect((await voicesOf(vendor)).length).toBeGreaterThan(1);
      }
    },
  );

  test('are the default ones if the vendor does not answer in time', async () => {
    answer = null;
    const clock = manualClock();
    const opening = openAll({ ELEVENLABS_API_KEY: 'k', ELEVENLABS_BASE_URL: server.origin }, { http, clock });
    await eventually(
      async () => clock.sleeping(),
      (count) => count === 1,
    );
    clock.advance(3_000);
    expect((await opening)[0]?.offers.voices.length).toBeGreaterThan(1);
    expect(clock.sleeping()).toBe(0);
  });

  test('are the configured ones, without a request', async () => {
    keys = [];
    const voices = await voicesOf('CARTESIA', { PARLEY_CARTESIA_VOICES: 'a=Ana, b' });
    expect(voices.map(({ name }) => name)).toEqual(['Ana', 'b']);
    expect(keys).toEqual([]);
  });
});
