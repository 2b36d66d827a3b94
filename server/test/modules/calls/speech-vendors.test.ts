import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import { FliteTts } from '../../../src/providers/offline/flite-tts.ts';
import { createAssistant } from '../../kit/assistants.ts';
import { startAudioServer } from '../../kit/audio-server.ts';
import { endedCall } from '../../kit/calls.ts';
import { type DeepgramServer, startDeepgramServer } from '../../kit/deepgram-server.ts';
import { eventually } from '../../kit/eventually.ts';
import { speech } from '../../kit/speech.ts';
import { cartesiaDialect, elevenLabsDialect } from '../../kit/speech-dialects.ts';
import { type SpeechServer, startSpeechServer } from '../../kit/speech-server.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';
import { type BrowserPhone, openPhone } from '../../kit/voice/browser-phone.ts';

let deepgram: DeepgramServer;
let elevenLabs: SpeechServer;
let cartesia: SpeechServer;
let server: TestServer;
let account: Client;
const flite = new FliteTts({ clock: systemClock });

const http = (url: string): string => url.replace('ws:', 'http:');

beforeAll(async () => {
  deepgram = await startDeepgramServer();
  elevenLabs = await startSpeechServer(elevenLabsDialect);
  cartesia = await startSpeechServer(cartesiaDialect);
  server = await startTestServer({
    environment: {
      DEEPGRAM_API_KEY: 'd',
      DEEPGRAM_BASE_URL: http(deepgram.url),
      ELEVENLABS_API_KEY: 'e',
      ELEVENLABS_BASE_URL: http(elevenLabs.url),
      CARTESIA_API_KEY: 'c',
      CARTESIA_BASE_URL: http(cartesia.url),
    },
  });
  account = await server.account();
});
afterAll(async () => {
  await server.stop();
  await Promise.all([deepgram.close(), elevenLabs.close(), cartesia.close(), flite.close()]);
});

/** The first voice of a provider. */
async function voiceOf(code: string): Promise<{ id: number; preview_url: string }> {
  const providers = await account.get('/user/assistants/synthesizer-providers');
  const provider = providers.body.find((one: { code: string }) => one.code === code);
  const voices = await account.get('/user/assistants/voices?mode=pipeline&language_id=1');
  return voices.body.find((voice: { synthesizer_provider_id: number }) => {
    return voice.synthesizer_provider_id === provider.id;
  });
}

async function called(
  fields: Record<string, unknown>,
  caller = account,
): Promise<{ id: number; phone: BrowserPhone }> {
  const prompt = 'You help guests. Breakfast is at seven.';
  const assistant = await createAssistant(account, {
    initial_message: 'Mill Inn, good evening.',
    system_prompt: prompt,
    ...fields,
  });
  const { status, body, text } = await caller.post('/user/calls/web', { assistant_id: assistant.id });
  expect(status, text).toBe(200);
  return { id: body.data.call_id, phone: await openPhone(body.data.media_url) };
}

test('configured providers are offered, and used by default', async () => {
  const transcribers = await account.get('/user/assistants/transcriber-providers?language_id=1');
  expect(transcribers.body[0]).toMatchObject({ code: 'deepgram', takes_keywords: true });
  const assistant = await createAssistant(account, { voice_id: (await voiceOf('elevenlabs')).id });
  expect(assistant['transcriber_provider_id']).toBe(transcribers.body[0].id);
  const languages = await account.get('/user/assistants/languages');
  const { id } = languages.body.find((language: { iso_2: string }) => language.iso_2 === 'he');
  const voices = await account.get(`/user/assistants/synthesizer-providers?language_id=${id}`);
  const codes = voices.body.map(({ code }: { code: string }) => code);
  expect(codes).toContain('cartesia');
  const takingIpa = voices.body.filter(({ takes_ipa }: { takes_ipa: boolean }) => takes_ipa);
  expect(takingIpa).toMatchObject([{ code: 'cartesia' }]);
  expect(codes).not.toContain('elevenlabs');
});

test('a TTS provider names the one that takes over in the language', async () => {
  const { body } = await account.get('/user/assistants/synthesizer-providers?language_id=1');
  const fallbacks = new Map(body.map((one: { code: string; fallback: string }) => [one.code, one.fallback]));
  expect(fallbacks.get('elevenlabs')).toBe('Flite (built in)');
});

test("a vendor's voice plays its sample", async () => {
  const { preview_url: url } = await voiceOf('elevenlabs');
  const sample = await fetch(url);
  expect([sample.status, sample.headers.get('content-type')]).toEqual([200, 'audio/wav']);
  const bytes = Buffer.from(await sample.arrayBuffer());
  expect(bytes.byteLength).toBeGreaterThan(30_000);
  // Safari plays a sound only if its address answers ranges.
  const part = await fetch(url, { headers: { range: 'bytes=44-99' } });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 44-99/${bytes.byteLength}`]);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(44, 100));
});

test('a call uses Deepgram for speech-to-text and ElevenLabs for text-to-speech', async () => {
  deepgram.script('When is breakfast?');
  const { id, phone } = await called({ voice_id: (await voiceOf('elevenlabs')).id });
  await phone.message(({ type, sender }) => type === 'transcript' && sender === 'bot');
  expect(phone.loudest()).toBeGreaterThan(5_000);
  await phone.say((await speech(flite, 'When is breakfast?')).samples);
  await eventually(
    async () => phone.transcript().length,
    (count) => count >= 3,
  );
  expect(phone.transcript()[1]).toBe('human: When is breakfast?');
  expect(phone.transcript()[2]).toContain('seven');
  expect(JSON.stringify(elevenLabs.messages)).toContain('seven');
  const heard = deepgram.connections.at(-1);
  expect(heard?.query.get('sample_rate')).toBe('16000');
  expect(Math.max(...(heard?.heard.slice(0, 200_000) ?? []))).toBeGreaterThan(1_000);
  phone.hangUp();
  await phone.closed;
  expect(await endedCall(account, id)).toMatchObject({ status: 'ended_by_customer' });
  await eventually(
    async () => deepgram.open(),
    (count) => count === 0,
  );
});

test('pronunciations reach the voice, and keywords the transcriber', async () => {
  const entry = (word: string, pronunciation: string, alphabet = 'spelling') => ({
    word,
    pronunciation,
    alphabet,
  });
  await account.put('/user/pronunciations', {
    data: [entry('Mill', 'mihl'), entry('Inn', 'ins'), entry('evening', 'ˈivnɪŋ', 'ipa')],
  });
  const { phone } = await called({
    voice_id: (await voiceOf('cartesia')).id,
    pronunciations: [entry('mill', 'meel')],
    transcriber_keywords: ['Tisza'],
    speech_normalization: false,
    initial_message: 'Mill Inn, room 12, good evening.',
  });
  await phone.message(({ type, sender }) => type === 'transcript' && sender === 'bot');
  expect(phone.transcript()).toEqual(['bot: Mill Inn, room 12, good evening.']);
  const sent = cartesia.messages.map(({ transcript }) => transcript).join('');
  expect(sent).toContain('meel ins, room 12, good <<ˈ|i|v|n|ɪ|ŋ>>.');
  expect(deepgram.connections.at(-1)?.query.getAll('keyterm')).toContain('Tisza');
  phone.hangUp();
  await phone.closed;
  await account.put('/user/pronunciations', { data: [] });
});

test('an unavailable voice is replaced before a word is lost', async () => {
  cartesia.refuse(401);
  const { phone } = await called({ voice_id: (await voiceOf('cartesia')).id });
  await phone.message(({ type, sender }) => type === 'transcript' && sender === 'bot');
  expect(phone.transcript()).toEqual(['bot: Mill Inn, good evening.']);
  expect(phone.loudest()).toBeGreaterThan(1_000);
  phone.hangUp();
  await phone.closed;
});

test('a voice whose key was removed is replaced by a built-in one', async () => {
  const voice = await voiceOf('cartesia');
  const withoutKeys = await startTestServer({ beside: server.testDatabase });
  const { id, phone } = await called({ voice_id: voice.id }, withoutKeys.client(String(account.token)));
  await phone.message(({ type, sender }) => type === 'transcript' && sender === 'bot');
  expect(phone.transcript()).toEqual(['bot: Mill Inn, good evening.']);
  expect(phone.loudest()).toBeGreaterThan(1_000);
  phone.hangUp();
  await phone.closed;
  expect((await endedCall(account, id)).fallbacks).toMatchObject([
    { part: 'voice', from: 'cartesia', to: 'flite', reason: 'The synthesizer cartesia is not configured.' },
  ]);
  await withoutKeys.stop();
});

test('a transcriber that hangs in the middle of a call is replaced', async () => {
  const backup = await startAudioServer();
  const hanging = await startTestServer({
    environment: {
      DEEPGRAM_API_KEY: 'd',
      DEEPGRAM_BASE_URL: http(deepgram.url),
      PARLEY_STT_BASE_URL: backup.baseUrl,
      PARLEY_STT_MODEL: 'whisper',
      PARLEY_FALLBACK_TRANSCRIBER: 'local',
    },
  });
  const owner = await hanging.account();
  deepgram.script('Good morning.', null, null, null);
  backup.script({ kind: 'transcript', text: 'When is breakfast?', language: 'en' });
  const assistant = await createAssistant(owner, {
    initial_message: 'Mill Inn, good evening.',
    system_prompt: 'You help guests. Breakfast is at seven.',
  });
  const { body } = await owner.post('/user/calls/web', { assistant_id: assistant.id });
  const phone = await openPhone(body.data.media_url);
  await phone.message(({ type, sender }) => type === 'transcript' && sender === 'bot');
  const question = (await speech(flite, 'When is breakfast?')).samples;
  await phone.say(question);
  await phone.message(({ type, text }) => type === 'transcript' && text === 'Good morning.');
  await phone.say(question);
  await phone.message(({ type, text }) => type === 'transcript' && text === 'When is breakfast?');
  phone.hangUp();
  await phone.closed;
  expect((await endedCall(owner, body.data.call_id)).fallbacks).toMatchObject([
    { part: 'transcriber', from: 'deepgram', to: 'local' },
  ]);
  await hanging.stop();
  await backup.close();
});
