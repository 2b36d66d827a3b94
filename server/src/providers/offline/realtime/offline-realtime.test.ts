import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eventually } from '../../../../test/kit/eventually.ts';
import { call, finish, say, scriptedModel } from '../../../../test/kit/scripted-model.ts';
import { scriptedStt, scriptedTts } from '../../../../test/kit/scripted-voice.ts';
import { systemClock } from '../../../core/clock.ts';
import { INSTRUCTION_HEADING } from '../../interfaces/conventions.ts';
import { ProviderError } from '../../interfaces/provider-error.ts';
import type { RealtimeEvent, RealtimeOptions } from '../../interfaces/realtime-model.ts';
import { FliteTts } from '../flite-tts.ts';
import { offlineLanguageModel } from '../language-model.ts';
import { EnergyTurns, offlineRealtimeModel } from './offline-realtime.ts';

const OPTIONS: RealtimeOptions = {
  callRateHz: 8000,
  instructions: 'You are Ana.',
  output: 'audio',
  voice: 'slt',
  speed: 1,
  stability: 0.7,
  emotion: true,
  temperature: 0,
  tools: [],
  languages: ['en'],
  keywords: [],
  turnDetectionThreshold: null,
  endpointSilenceMs: 300,
  hasSemanticTurns: false,
  noiseReduction: false,
};

function open(
  languageModel: Parameters<typeof offlineRealtimeModel>[0]['languageModel'],
  options: Partial<RealtimeOptions> = {},
) {
  const voice = scriptedTts({
    steps: { hang: { type: 'hang' }, fail: { type: 'fail', error: new ProviderError('unavailable', 'No.') } },
  });
  const stt = scriptedStt();
  const events: RealtimeEvent[] = [];
  const model = offlineRealtimeModel({ languageModel, tts: voice, stt });
  const session = model.open({ ...OPTIONS, ...options }, (event) => void events.push(event));
  const types = () => events.map(({ type }) => type);
  const until = (type: RealtimeEvent['type'], count = 1) =>
    eventually(
      async () => types().filter((one) => one === type).length,
      (found) => found >= count,
    );
  return { session, events, voice, stt, types, until, model };
}

const loud = () => new Int16Array(160).fill(8_000);
const quiet = () => new Int16Array(160).fill(3);

test('answers typed text with audio, sentence by sentence, at the declared rate', async () => {
  const held = open(scriptedModel('a/m', [...say('We are open. Come in.'), finish()]));
  held.session.read('Are you open?');
  held.session.respond(null);
  await held.until('reply-ended');
  expect(held.types()).toEqual([
    'ready',
    'usage',
    'reply-started',
    'text-delta',
    ...Array(5).fill('audio'),
    'reply-ended',
  ]);
  expect(held.voice.pieces).toEqual(['We are open.', 'Come in.']);
  expect(held.voice.options[0]).toMatchObject({
    voice: 'slt',
    sampleRateHz: held.model.rates(8000).outputRateHz,
  });
  held.session.close();
});

test('speaks with its own voice as fallback for another vendor’s', async () => {
  const voice = new FliteTts({ clock: systemClock });
  const languageModel = scriptedModel('a/m', [...say('We are open.'), finish()]);
  const model = offlineRealtimeModel({ languageModel, tts: voice, stt: null });
  const events: RealtimeEvent[] = [];
  const session = model.open({ ...OPTIONS, voice: null }, (event) => void events.push(event));
  session.respond(null);
  await eventually(
    async () => events.map(({ type }) => type),
    (types) => types.includes('reply-ended') || types.includes('failed'),
  );
  const samples = events.flatMap((event) => (event.type === 'audio' ? [...event.samples] : []));
  expect(Math.max(...samples)).toBeGreaterThan(1_000);
  session.close();
  await voice.close();
});

test('emits only text for text output', async () => {
  const held = open(offlineLanguageModel, { output: 'text', voice: null });
  held.session.read('Hello!');
  held.session.respond(null);
  await held.until('reply-ended');
  expect(held.events.find((event) => event.type === 'text-delta')).toMatchObject({
    text: 'Hello! How can I help you?',
  });
  expect(held.voice.pieces).toEqual([]);
  held.session.close();
});

test('detects speech by level, transcribes and answers it', async () => {
  const held = open(scriptedModel('a/m', [...say('Yes.'), finish()]));
  for (let frame = 0; frame < 10; frame += 1) held.session.sendAudio(quiet());
  for (let frame = 0; frame < 10; frame += 1) held.session.sendAudio(loud());
  for (let frame = 0; frame < 20; frame += 1) held.session.sendAudio(quiet());
  expect(held.types()).toEqual(['customer-speech-started', 'customer-speech-stopped']);
  expect(held.stt.calls.filter((line) => !line.startsWith('write'))).toEqual(['started', 'stopped']);
  held.stt.tell({ type: 'final', text: 'Are you open?', language: 'en' });
  await held.until('reply-ended');
  expect(held.events).toContainEqual({ type: 'customer-text', text: 'Are you open?', language: 'en' });
  held.session.close();
  expect(held.stt.calls.at(-1)).toBe('close');
});

test('reports a noise without words and does not answer it', async () => {
  const held = open(scriptedModel('a/m', [...say('Yes.'), finish()]));
  for (let frame = 0; frame < 10; frame += 1) held.session.sendAudio(loud());
  held.stt.tell({ type: 'final', text: '', language: null });
  expect(held.types()).not.toContain('customer-wordless');
  for (let frame = 0; frame < 20; frame += 1) held.session.sendAudio(quiet());
  held.stt.tell({ type: 'final', text: ' ', language: null });
  expect(held.types()).toEqual(['customer-speech-started', 'customer-speech-stopped', 'customer-wordless']);
  held.session.close();
});

test('ignores audio without an STT provider', async () => {
  const events: RealtimeEvent[] = [];
  const deps = {
    languageModel: scriptedModel('a/m'),
    tts: scriptedTts(),
    stt: null,
  };
  const session = offlineRealtimeModel(deps).open(OPTIONS, (event) => void events.push(event));
  for (let frame = 0; frame < 50; frame += 1) session.sendAudio(frame < 20 ? loud() : quiet());
  await new Promise(setImmediate);
  expect(events).toEqual([{ type: 'ready' }]);
  session.close();
});

test('answers an early transcript at the end of speech', async () => {
  const held = open(scriptedModel('a/m', [...say('Yes.'), finish()]));
  for (let frame = 0; frame < 10; frame += 1) held.session.sendAudio(loud());
  held.stt.tell({ type: 'final', text: 'Are you open?', language: 'en' });
  expect(held.types()).not.toContain('reply-started');
  for (let frame = 0; frame < 20; frame += 1) held.session.sendAudio(quiet());
  await held.until('reply-ended');
  held.session.close();
});

test('calls tools and continues after all their results', async () => {
  const model = scriptedModel(
    'a/m',
    [...say('One moment.'), call('one'), call('two'), finish('tool-calls')],
    [...say('Done.'), finish()],
  );
  const held = open(model);
  held.session.read('Do it.');
  held.session.respond(null);
  await held.until('tool-call', 2);
  const ids = held.events.flatMap((event) => (event.type === 'tool-call' ? [event.callId] : []));
  expect(new Set(ids).size).toBe(2);
  held.session.toolResult(ids[0] ?? '', 'first', true);
  expect(model.requests).toHaveLength(1);
  held.session.toolResult(ids[1] ?? '', 'second', true);
  held.session.toolResult('unknown', 'third', true);
  await held.until('reply-ended', 2);
  expect(model.requests[1]?.messages.map(({ role }) => role)).toEqual([
    'system',
    'user',
    'assistant',
    'assistant',
    'tool',
    'tool',
  ]);
  held.session.close();
});

test('finishes a filler before it continues after a tool', async () => {
  const model = scriptedModel(
    'a/m',
    [call('slow'), finish('tool-calls')],
    [...say('One moment, please.'), finish()],
    [...say('Done.'), finish()],
  );
  const held = open(model);
  held.session.read('Do it.');
  held.session.respond(null);
  await held.until('tool-call');
  held.session.respond('Say that it takes a moment.');
  held.session.toolResult(
    held.events.flatMap((event) => (event.type === 'tool-call' ? [event.callId] : []))[0] ?? '',
    'ok',
    true,
  );
  await held.until('reply-ended', 2);
  expect(held.voice.pieces).toEqual(['One moment, please.', 'Done.']);
  const order = held.types().filter((type) => type === 'reply-started' || type === 'reply-ended');
  expect(order).toEqual(['reply-started', 'reply-ended', 'reply-started', 'reply-ended']);
  held.session.close();
});

test('an interruption of an earlier item does not affect the current one', async () => {
  const model = scriptedModel('a/m', [...say('First.'), finish()], [...say('This will hang.'), finish()]);
  const held = open(model);
  held.session.respond(null);
  await held.until('reply-ended');
  held.session.respond(null);
  await held.until('reply-started', 2);
  held.session.interrupt('offline_1', { text: 'First', audioMs: 20 });
  expect(held.voice.aborted).toBe(0);
  held.session.interrupt('offline_2', { text: '', audioMs: 0 });
  expect(held.voice.aborted).toBe(1);
  held.session.close();
});

test('an interruption ends the reply and keeps only the heard text', async () => {
  const model = scriptedModel(
    'a/m',
    [...say('One two three. This will hang.'), finish()],
    [...say('Yes.'), finish()],
  );
  const held = open(model);
  held.session.read('Count.');
  held.session.respond(null);
  await held.until('audio', 3);
  held.session.interrupt('offline_1', { text: 'One two', audioMs: 60 });
  const before = held.events.length;
  expect(held.voice.aborted).toBe(1);
  held.session.read('Stop.');
  held.session.respond(null);
  await held.until('reply-ended');
  expect(model.requests[1]?.messages.slice(1)).toEqual([
    { role: 'user', content: 'Count.' },
    { role: 'assistant', content: 'One two' },
    { role: 'user', content: 'Stop.' },
  ]);
  expect(held.types().slice(before)).toEqual([
    'usage',
    'reply-started',
    'text-delta',
    'audio',
    'reply-ended',
  ]);
  held.session.close();
});

test('a reply interrupted at its start calls no tool, with text or audio output', async () => {
  for (const output of ['text', 'audio'] as const) {
    const model = scriptedModel('a/m', [...say('I connect you.'), call('transfer'), finish('tool-calls')]);
    const events: RealtimeEvent[] = [];
    const session = offlineRealtimeModel({
      languageModel: model,
      tts: scriptedTts(),
      stt: null,
    }).open({ ...OPTIONS, output }, (event) => {
      events.push(event);
      if (event.type === 'reply-started') session.interrupt(event.itemId, { text: '', audioMs: 0 });
    });
    session.respond(null);
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    expect(events.map(({ type }) => type)).toEqual(['ready', 'usage', 'reply-started']);
    session.close();
  }
});

test('an instruction applies to one reply only', async () => {
  const model = scriptedModel('a/m', [...say('Are you there?'), finish()]);
  const held = open(model);
  held.session.addAssistantText('Hello.');
  held.session.respond('Ask whether they are there.');
  await held.until('reply-ended');
  expect(model.requests[0]?.messages.at(-1)?.role).toBe('user');
  expect(JSON.stringify(model.requests[0]?.messages.at(-1))).toContain(INSTRUCTION_HEADING);
  held.session.read('Yes.');
  held.session.respond(null);
  await held.until('reply-ended', 2);
  expect(JSON.stringify(model.requests[1])).not.toContain(INSTRUCTION_HEADING);
  held.session.close();
});

describe('the session', () => {
  test('reports failures of the language model and the voice, and the next reply works', async () => {
    const failure = new ProviderError('unavailable', 'Down.');
    const model = scriptedModel(
      'a/m',
      [{ type: 'fail', error: failure }],
      [...say('This will fail.'), finish()],
      [...say('Yes.'), finish()],
    );
    const held = open(model);
    for (const count of [1, 2]) {
      held.session.respond(null);
      await held.until('failed', count);
    }
    expect(held.events).toContainEqual({ type: 'failed', error: failure, fatal: false });
    held.session.respond(null);
    await held.until('reply-ended');
    held.session.close();
  });

  test('emits nothing after close', async () => {
    const held = open(scriptedModel('a/m', [...say('This will hang.'), finish()]));
    held.session.respond(null);
    await held.until('reply-started');
    held.session.close();
    const before = held.events.length;
    held.session.respond(null);
    held.session.sendAudio(loud());
    held.stt.tell({ type: 'final', text: 'Late.', language: null });
    await new Promise(setImmediate);
    expect(held.events).toHaveLength(before);
  });
});

describe('turn detection by level', () => {
  const detect = (turns: EnergyTurns, frames: Int16Array[]) =>
    frames.map((frame) => turns.push(frame, 20)).filter((event) => event !== null);
  const noise = (amplitude: number) =>
    Int16Array.from({ length: 160 }, (_, at) => (at % 2 === 0 ? amplitude : -amplitude));
  const times = (count: number, frame: Int16Array) => Array.from({ length: count }, () => frame);

  test('ignores clicks and short pauses', () => {
    const turns = new EnergyTurns(null, 300);
    expect(
      detect(turns, [...times(20, noise(5)), ...times(3, noise(9_000)), ...times(20, noise(5))]),
    ).toEqual([]);
    const talk = [...times(20, noise(5_000)), ...times(10, noise(5)), ...times(20, noise(5_000))];
    expect(detect(turns, talk)).toEqual(['started']);
    expect(detect(turns, times(15, noise(5)))).toEqual(['stopped']);
  });

  test('adapts to steady noise and detects speech above it', () => {
    const turns = new EnergyTurns(0.5, 300);
    detect(turns, times(1_500, noise(400)));
    expect(detect(turns, times(50, noise(400)))).toEqual([]);
    expect(detect(turns, times(10, noise(9_000)))).toEqual(['started']);
  });

  test('a higher threshold requires louder speech', () => {
    const heard = (threshold: number) => {
      const turns = new EnergyTurns(threshold, 300);
      detect(turns, times(1_500, noise(200)));
      return detect(turns, times(20, noise(1_200)));
    };
    expect(heard(0)).toEqual(['started']);
    expect(heard(1)).toEqual([]);
  });

  test('alternates starts and stops for any audio', () => {
    const frame = fc.integer({ min: 0, max: 32_767 }).map(noise);
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 200 }), (frames) => {
        const events = detect(new EnergyTurns(null, 100), frames);
        expect(events).toEqual(events.map((_, index) => (index % 2 === 0 ? 'started' : 'stopped')));
      }),
    );
  });
});
