import { afterEach, expect, test } from 'vitest';
import { callAssistant, voiceSettings } from '../../../test/kit/engine-call.ts';
import { eventually } from '../../../test/kit/eventually.ts';
import { geminiModel, startGeminiLiveServer } from '../../../test/kit/gemini-live-server.ts';
import { openaiModel, startOpenAiRealtimeServer } from '../../../test/kit/openai-realtime-server.ts';
import { scriptedTts } from '../../../test/kit/scripted-voice.ts';
import { testTool } from '../../../test/kit/turn-input.ts';
import { systemClock } from '../../core/clock.ts';
import { ProviderError } from '../../providers/interfaces/provider-error.ts';
import type { RealtimeModel } from '../../providers/interfaces/realtime-model.ts';
import type { TtsProvider } from '../../providers/interfaces/tts-provider.ts';
import { withTtsFallback } from '../../providers/kit/speech/tts-fallback.ts';
import { FliteTts } from '../../providers/offline/flite-tts.ts';
import { offlineLanguageModel } from '../../providers/offline/language-model.ts';
import { offlineRealtimeModel } from '../../providers/offline/realtime/offline-realtime.ts';
import type { VoiceSettings } from '../settings.ts';
import type { Engine, EngineEvent } from './engine.ts';
import type { ReplacedSpeech } from './engine-options.ts';
import { openEngine } from './open-engine.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Setup {
  mode: VoiceSettings['mode'];
  voice: string;
  tts?: TtsProvider;
  model?: RealtimeModel;
  replacedSpeech?: ReplacedSpeech;
}

/** Opens an engine with real components at 8 kHz, the rate of phone calls. */
function open({ mode, voice, tts = scriptedTts(), model, replacedSpeech }: Setup) {
  const events: EngineEvent[] = [];
  const plain = voiceSettings({ mode });
  const engine: Engine = openEngine(
    {
      sttProviders: new Map(),
      ttsProviders: new Map([[tts.code, tts]]),
      realtimeModels: new Map(model === undefined ? [] : [[model.id, model]]),
    },
    {
      assistant: callAssistant(offlineLanguageModel, {
        settings: { ...plain, voice: { ...plain.voice, voice } },
        synthesizer: tts.code,
        realtimeModel: model?.id ?? null,
      }),
      sampleRateHz: 8000,
      listener: (event) => void events.push(event),
      extraTools: [testTool('book', async () => ({ booked: true }))],
      history: [],
      ...(replacedSpeech !== undefined && { replacedSpeech }),
      clock: systemClock,
      signal: new AbortController().signal,
    },
  );
  closing.push(() => engine.close());
  const of = <Type extends EngineEvent['type']>(type: Type) =>
    events.filter((event): event is Extract<EngineEvent, { type: Type }> => event.type === type);
  const ended = (count = 1) =>
    eventually(
      async () => of('reply-ended'),
      (found) => found.length >= count,
    );
  const audioMs = () => of('reply-audio').reduce((sum, { samples }) => sum + samples.length / 8, 0);
  return { engine, events, of, ended, audioMs };
}

function speak(engine: Engine): void {
  for (let frame = 0; frame < 40; frame += 1)
    engine.pushAudio(new Int16Array(160).fill(frame < 12 ? 9_000 : 0));
}

test.each(['pipeline', 'multimodal', 'dualplex'] as const)(
  'answers typed text with speech offline in %s mode',
  async (mode) => {
    const flite = new FliteTts({ clock: systemClock });
    closing.push(() => flite.close());
    const model = offlineRealtimeModel({
      languageModel: offlineLanguageModel,
      tts: flite,
      stt: null,
    });
    const voice = mode === 'multimodal' ? 'offline-realtime/slt' : 'flite/slt';
    const held = open({ mode, voice, tts: flite, model });
    held.engine.say('hello', 'Hello from the mill.');
    await held.ended();
    held.engine.played('hello');
    held.engine.read('Thank you!');
    held.engine.answer('r1');
    const replies = await held.ended(2);
    expect(held.of('failed')).toEqual([]);
    expect(replies.map(({ replyId, text }) => `${replyId}: ${text}`)).toEqual([
      'hello: Hello from the mill.',
      "r1: You're welcome! Is there anything else I can help with?",
    ]);
    expect(held.audioMs()).toBeGreaterThan(2_500);
    const words = held.of('reply-words').flatMap((event) => event.words.map(({ text }) => text));
    expect(words.join(' ')).toBe(
      "Hello from the mill. You're welcome! Is there anything else I can help with?",
    );
  },
);

test('truncates an interrupted reply and runs a tool over the OpenAI protocol', async () => {
  const server = await startOpenAiRealtimeServer();
  closing.push(() => server.close());
  server.hears('Are you open?', 'Book it.');
  server.script(
    { endless: 'We are open every day of the week' },
    { call: 'book', arguments: { id: '7' } },
    { say: 'Booked.' },
  );
  const held = open({ mode: 'multimodal', voice: 'openai-realtime/marin', model: openaiModel(server.url) });
  speak(held.engine);
  await eventually(
    async () => held.audioMs(),
    (ms) => ms >= 1_000,
  );
  const replyId = held.of('reply-started')[0]?.replyId ?? '';
  held.engine.interrupt(replyId, { text: 'We are', audioMs: 440 });
  await eventually(
    async () => server.kinds(),
    (kinds) => kinds.includes('conversation.item.truncate'),
  );
  speak(held.engine);
  const [ended] = await held.ended();
  expect(server.messages.find(({ type }) => type === 'conversation.item.truncate')).toMatchObject({
    audio_end_ms: 440,
  });
  expect(ended).toMatchObject({
    text: 'Booked.',
    functionCalls: [{ name: 'book', result: { booked: true } }],
  });
  expect(held.of('customer-text').map(({ text }) => text)).toEqual(['Are you open?', 'Book it.']);
  expect(server.errors).toEqual([]);
});

test('replaces a lost session with the heard conversation over the OpenAI protocol', async () => {
  const server = await startOpenAiRealtimeServer();
  closing.push(() => server.close());
  server.script({ say: 'Hello from the mill.' }, { say: 'Still here.' });
  const held = open({ mode: 'multimodal', voice: 'openai-realtime/marin', model: openaiModel(server.url) });
  held.engine.say('hello', 'Hello from the mill.');
  await held.ended();
  held.engine.interrupt('hello', { text: 'Hello from', audioMs: 400 });
  server.drop();
  await eventually(
    async () => server.requests.length,
    (count) => count === 2,
  );
  held.engine.read('Are you there?');
  held.engine.answer('r1');
  const replies = await held.ended(2);
  expect(replies[1]?.text).toBe('Still here.');
  const told = JSON.stringify(server.messages.filter(({ type }) => type === 'conversation.item.create'));
  expect(told).toContain('"text":"Hello from"');
  expect(held.of('failed').map(({ fatal }) => fatal)).toEqual([false]);
});

test.each(['multimodal', 'dualplex'] as const)('runs a tool with the Gemini API in %s mode', async (mode) => {
  const server = await startGeminiLiveServer();
  closing.push(() => server.close());
  server.hears('Book a table.');
  server.script({ say: 'One moment. ', call: 'book', args: { id: '7' } }, { say: 'It is booked.' });
  const held = open({
    mode,
    voice: mode === 'multimodal' ? 'google-live/Kore' : 'scripted/ana',
    model: geminiModel(server.url),
  });
  speak(held.engine);
  const [ended] = await held.ended();
  expect(ended).toMatchObject({ text: 'One moment. It is booked.', functionCalls: [{ name: 'book' }] });
  expect(held.audioMs()).toBeGreaterThan(150);
  expect(held.of('customer-text').map(({ text }) => text)).toEqual(['Book a table.']);
});

test('does not try a failed voice again in the next engine of the call', async () => {
  let tries = 0;
  const broken: TtsProvider = {
    code: 'broken',
    // biome-ignore lint/correctness/useYield: fails before the first chunk.
    async *speak() {
      tries += 1;
      throw new ProviderError('rejected', 'The key was refused.');
    },
  };
  const tts = withTtsFallback({
    primary: broken,
    clock: systemClock,
    fallbackVoiceFor: () => ({ tts: scriptedTts(), voice: 'ana' }),
    onReplaced: () => undefined,
  });
  const replacedSpeech = { voices: new Map(), transcribers: new Map() };
  for (const failures of [1, 0]) {
    const held = open({ mode: 'pipeline', voice: 'broken/any', tts, replacedSpeech });
    held.engine.say('hello', 'Hello from the mill.');
    await held.ended();
    expect(held.of('failed')).toHaveLength(failures);
    expect(held.audioMs()).toBeGreaterThan(0);
  }
  expect(tries).toBe(1);
});
