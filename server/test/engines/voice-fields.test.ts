import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DeepgramServer, startDeepgramServer } from '../kit/deepgram-server.ts';
import { eventually } from '../kit/eventually.ts';
import { type FakeModelServer, startFakeModelServer } from '../kit/fake-model-server.ts';
import { onSecondTry } from '../kit/second-tries.ts';
import { elevenLabsDialect } from '../kit/speech-dialects.ts';
import { type SpeechServer, startSpeechServer } from '../kit/speech-server.ts';
import { endsWell, said } from '../kit/voice/call-steps.ts';
import { type EngineServer, type ServerCall, startEngineServer } from '../kit/voice/engine-server.ts';

const GREETING = 'Mill Inn, good evening.';
const QUESTION = 'À quelle heure servez-vous le petit déjeuner ?';
const ANSWER = 'Le petit déjeuner est servi à partir de sept heures.';

let deepgram: DeepgramServer;
let elevenLabs: SpeechServer;
let model: FakeModelServer;
let server: EngineServer;

async function open(): Promise<void> {
  deepgram = await startDeepgramServer();
  elevenLabs = await startSpeechServer(elevenLabsDialect);
  model = await startFakeModelServer({ kind: 'answer', text: ANSWER });
  server = await startEngineServer({
    DEEPGRAM_API_KEY: 'd',
    DEEPGRAM_BASE_URL: deepgram.url.replace('ws', 'http'),
    ELEVENLABS_API_KEY: 'e',
    ELEVENLABS_BASE_URL: elevenLabs.url.replace('ws', 'http'),
    PARLEY_LLM_BASE_URL: model.baseUrl,
    PARLEY_LLM_MODELS: 'main',
  });
}
async function close(): Promise<void> {
  await server.close();
  await Promise.all([deepgram.close(), elevenLabs.close(), model.close()]);
}
beforeAll(open);
afterAll(close);
beforeEach(onSecondTry(close, open));

async function languageId(code: string): Promise<number> {
  const { body } = await server.account.get('/user/assistants/languages');
  return body.find(({ iso_2 }: { iso_2: string }) => iso_2 === code).id;
}

/** Voice settings that ElevenLabs received, one entry per utterance. */
const voiceSettings = (): unknown[] =>
  elevenLabs.messages.flatMap(({ voice_settings }) => (voice_settings === undefined ? [] : [voice_settings]));

/** Language of each ElevenLabs connection. */
const spokenLanguages = (): (string | null)[] =>
  elevenLabs.requests.map(({ path }) => new URL(path, 'ws://localhost').searchParams.get('language_code'));

const called = (fields: Record<string, unknown>): Promise<ServerCall> =>
  server.call(
    'SIP',
    { model: 'main', voice: 'Sarah' },
    {
      mode: 'pipeline',
      initial_message: GREETING,
      post_call_evaluation: false,
      voice_stability: 0.32,
      voice_similarity: 0.84,
      speech_speed: 1.15,
      ...fields,
    },
  );

test('passes the voice settings of an assistant to TTS, STT and model', async () => {
  deepgram.script(QUESTION);
  const call = await called({
    tts_emotion_enabled: false,
    llm_temperature: 0.85,
    secondary_language_ids: [await languageId('fr')],
  });
  await said(call, GREETING);
  await call.say(await server.spoken(QUESTION));
  await eventually(
    async () => elevenLabs.messages,
    (messages) => messages.some(({ text }) => String(text).trim() === ANSWER),
  );
  const speeches = voiceSettings();
  expect(speeches.length).toBeGreaterThanOrEqual(2);
  for (const settings of speeches) {
    expect(settings).toEqual({ stability: 0.32, similarity_boost: 0.84, speed: 1.15 });
  }
  const [request] = model.requests;
  expect(request?.['temperature']).toBe(0.85);
  expect(request?.messages[0]?.['content']).toContain('in French, answer in that language');
  expect(request?.messages.at(-1)?.['content']).toContain(QUESTION);
  // STT gets both languages, and the voice switches from one to the other.
  expect(deepgram.connections.at(-1)?.query.get('language')).toBe('multi');
  expect(new Set(spokenLanguages())).toEqual(new Set(['en', 'fr']));
  await endsWell(server, call);
});

test('tts_emotion_enabled reduces the stability setting by a quarter', async () => {
  const before = voiceSettings().length;
  const call = await called({ tts_emotion_enabled: true });
  await said(call, GREETING);
  expect(voiceSettings()[before]).toEqual({
    stability: 0.24,
    similarity_boost: 0.84,
    speed: 1.15,
    style: 0.3,
  });
  await endsWell(server, call);
});
