import { describe, expect, test } from 'vitest';
import { callAssistant, openEngineCall, voiceSettings } from '../../../../test/kit/engine-call.ts';
import { openMultimodal } from '../../../../test/kit/multimodal-call.ts';
import { watchUnhandled } from '../../../../test/kit/pipeline-call.ts';
import { scriptedModel } from '../../../../test/kit/scripted-model.ts';
import { spokenItem } from '../../../../test/kit/scripted-realtime.ts';
import { testTool } from '../../../../test/kit/turn-input.ts';
import { OUTCOME_UNKNOWN } from '../../../agent/made-calls.ts';

watchUnhandled();

const NO_MODEL = scriptedModel('a/m');

test('opens a session with prompt, tools, voice and settings', async () => {
  const knowledge = { mode: 'function_call' as const, search: async () => [] };
  const held = openMultimodal({ knowledge }, [testTool('book', async () => ({}))]);
  const [options] = held.live.opened;
  expect(options?.instructions).toContain('You are Ana of Mill Inn.');
  expect(options?.instructions).toContain('your answer is spoken');
  expect(options?.tools.map(({ name }) => name)).toEqual(['search_knowledgebase', 'book']);
  expect(options).toMatchObject({
    output: 'audio',
    voice: 'ana',
    speed: 1,
    temperature: 0.1,
    languages: ['en'],
    keywords: ['Ana'],
    turnDetectionThreshold: 0.4,
    endpointSilenceMs: 500,
    hasSemanticTurns: false,
    noiseReduction: true,
  });
  await held.engine.close();
  expect(held.live.calls[0]).toEqual(['close']);
});

test('passes a supervisor’s instruction to the model without asking for a reply', async () => {
  const held = openMultimodal();
  held.engine.note('Offer ten percent.');
  const read = held.live.calls[0]?.map((made) => JSON.stringify(made)).join();
  expect(read).toContain('Offer ten percent.');
  expect(read).not.toContain('respond');
  expect(held.events).toEqual([]);
  await held.engine.close();
});

test.each([
  [false, 'This is a phone call. The customer: name "Ana", phone number +40721000001.'],
  [true, 'This is a phone call.\n'],
])(
  'tells the model whom it talks to, unless the customer is hidden (%s)',
  async (hidesCustomer, sentence) => {
    const talk = {
      channel: 'phone' as const,
      beganAt: new Date(0),
      customerPhone: '+40721000001',
      customerName: 'Ana',
      hasOptedOut: false,
      assistantPhone: null,
      callId: 1,
      conversationId: null,
      leadId: null,
      campaignName: null,
    };
    const { persona } = callAssistant(NO_MODEL, {});
    for (const mode of ['multimodal', 'dualplex'] as const) {
      const settings = voiceSettings({ mode });
      const held = openMultimodal({ settings, persona: { ...persona, talk, hidesCustomer } });
      expect(held.live.opened[0]?.instructions).toContain(sentence);
      await held.engine.close();
    }
  },
);

test('resamples customer audio for the model and emits its transcripts', async () => {
  const held = openMultimodal();
  for (let frame = 0; frame < 3; frame += 1) held.engine.pushAudio(new Int16Array(160));
  expect(held.live.calls[0]).toEqual(['hear 480', 'hear 480', 'hear 480']);
  held.live.tell(
    { type: 'ready' },
    { type: 'customer-speech-started' },
    { type: 'customer-interim', text: 'hel' },
    { type: 'customer-speech-stopped' },
    { type: 'customer-text', text: ' Hello? ', language: null },
    { type: 'usage', usage: { inputTokens: 7, outputTokens: null }, audioMs: 900 },
  );
  expect(held.events).toEqual([
    { type: 'customer-speech-started' },
    { type: 'customer-interim', text: 'hel' },
    { type: 'customer-speech-stopped' },
    { type: 'customer-text', text: 'Hello?', language: null },
    {
      type: 'speech-usage',
      usage: {
        kind: 'realtime',
        provider: 'scripted/live',
        audioMs: 900,
        inputTokens: 7,
        outputTokens: null,
      },
    },
  ]);
  await held.engine.close();
});

test('emits a reply that the model starts, resampled, with word timings and end', async () => {
  const held = openMultimodal();
  held.live.tell(...spokenItem('i1', 'We are open every day.', 2_000), { type: 'reply-ended', itemId: 'i1' });
  await held.settle();
  const [started] = held.of('reply-started');
  const replyId = started?.replyId ?? '';
  const samples = held.of('reply-audio').reduce((sum, event) => sum + event.samples.length, 0);
  expect(samples).toBeGreaterThanOrEqual(16_000);
  expect(samples).toBeLessThan(16_100);
  expect(held.said(replyId)).toBe('We are open every day.');
  const words = held.of('reply-words').flatMap((event) => event.words);
  expect(words.at(-1)?.endMs).toBeCloseTo(2_000, -1);
  expect(held.events.at(-1)).toEqual({
    type: 'reply-ended',
    replyId,
    text: 'We are open every day.',
    functionCalls: [],
  });
  await held.engine.close();
});

test('keeps the reply id of a request', async () => {
  const held = openMultimodal();
  held.engine.say('hello', 'Hello from the mill.');
  held.live.tell(...spokenItem('i1', 'Hello from the mill.', 900), { type: 'reply-ended', itemId: 'i1' });
  await held.settle();
  held.engine.played('hello');
  held.engine.read('Are you open?');
  held.engine.answer('r1');
  held.live.tell(...spokenItem('i2', 'Yes.', 300), { type: 'reply-ended', itemId: 'i2' });
  await held.settle();
  held.engine.prompt('p1', 'Ask whether they are there.');
  expect(held.live.calls[0]).toEqual([
    'respond Say exactly these words and nothing else: "Hello from the mill."',
    'read Are you open?',
    'respond null',
    'respond Ask whether they are there.',
  ]);
  expect(held.of('reply-started')).toEqual([]);
  expect(held.of('reply-ended').map(({ replyId, text }) => `${replyId} ${text}`)).toEqual([
    'hello Hello from the mill.',
    'r1 Yes.',
  ]);
  await held.engine.close();
});

describe('an interruption', () => {
  test('tells the model what was heard, and emits nothing more', async () => {
    const held = openMultimodal();
    held.live.tell(...spokenItem('i1', 'We are open every day.', 2_000));
    const replyId = held.of('reply-started')[0]?.replyId ?? '';
    const before = held.events.length;
    held.engine.interrupt(replyId, { text: 'We are', audioMs: 612.5 });
    held.live.tell({ type: 'audio', itemId: 'i1', samples: new Int16Array(480) });
    held.live.tell({ type: 'reply-ended', itemId: 'i1' });
    await held.settle();
    expect(held.live.calls[0]).toEqual(['interrupt i1 {"audioMs":612,"text":"We are"}']);
    expect(held.events).toHaveLength(before);
    await held.engine.close();
  });

  test('is sent even after the model has finished, but only once', async () => {
    const held = openMultimodal();
    held.live.tell(...spokenItem('i1', 'We are open.', 1_000), { type: 'reply-ended', itemId: 'i1' });
    await held.settle();
    const replyId = held.of('reply-started')[0]?.replyId ?? '';
    held.engine.interrupt(replyId, { text: 'We', audioMs: 300 });
    held.engine.interrupt(replyId, { text: 'We are', audioMs: 600 });
    expect(held.live.calls[0]).toEqual(['interrupt i1 {"audioMs":300,"text":"We"}']);
    await held.engine.close();
  });

  test('never reports more than the model has sent', async () => {
    const held = openMultimodal();
    held.live.tell(...spokenItem('i1', 'We are open.', 1_000), { type: 'reply-ended', itemId: 'i1' });
    await held.settle();
    const replyId = held.of('reply-started')[0]?.replyId ?? '';
    held.engine.interrupt(replyId, { text: 'We are', audioMs: 5_000 });
    expect(held.live.calls[0]).toEqual(['interrupt i1 {"audioMs":1000,"text":"We are"}']);
    await held.engine.close();
  });

  test('cancels the request before the answer has begun', async () => {
    const held = openMultimodal();
    held.engine.answer('r1');
    held.engine.interrupt('r1', { text: '', audioMs: 0 });
    expect(held.live.calls[0]?.at(-1)).toBe('interrupt null {"audioMs":0,"text":""}');
    await held.engine.close();
  });
});

test('ends the call when the model is missing', async () => {
  const held = openEngineCall(
    {},
    callAssistant(NO_MODEL, { settings: voiceSettings({ mode: 'multimodal' }), realtimeModel: 'gone/live' }),
  );
  expect(held.events).toEqual([]);
  await held.settle();
  expect(held.of('failed')).toMatchObject([{ fatal: true, error: { code: 'rejected' } }]);
  await held.engine.close();
});

test('emits only the result of a running tool after close, in any state', async () => {
  for (const state of ['quiet', 'asked', 'speaking', 'calling'] as const) {
    const held = openMultimodal({}, [testTool('book', () => new Promise(() => {}))]);
    if (state === 'asked') held.engine.answer('r1');
    if (state === 'speaking') held.live.tell(...spokenItem('i1', 'We are open.', 500));
    if (state === 'calling') {
      held.live.tell({ type: 'tool-call', callId: 'c1', name: 'book', arguments: { id: '7' } });
    }
    await held.settle();
    const before = held.events.length;
    await held.engine.close();
    held.live.tell(...spokenItem('i2', 'Late.', 500), { type: 'reply-ended', itemId: 'i2' });
    held.engine.answer('late');
    held.engine.say('late', 'Late.');
    held.engine.read('Late.');
    held.engine.pushAudio(new Int16Array(160));
    await held.settle();
    const told = held.events.slice(before);
    expect(told.map(({ type }) => type)).toEqual(state === 'calling' ? ['tool-finished'] : []);
    if (state === 'calling') expect(told).toMatchObject([{ functionCall: { result: OUTCOME_UNKNOWN } }]);
    expect(held.live.calls[0]?.at(-1)).toBe('close');
    expect(held.clock.sleeping()).toBe(0);
  }
});

test('omits voices of other vendors and asks for a calm voice when emotion is off', async () => {
  const settings = voiceSettings({ mode: 'multimodal' });
  const voice = { ...settings.voice, voice: 'others-live/Kore', emotion: false };
  const held = openMultimodal({ settings: { ...settings, voice } });
  const [options] = held.live.opened;
  expect(options?.voice).toBeNull();
  expect(options?.instructions).toContain('Speak in a calm and even voice');
  await held.engine.close();
  const lively = openMultimodal();
  expect(lively.live.opened[0]?.instructions).not.toContain('calm');
  await lively.engine.close();
});
