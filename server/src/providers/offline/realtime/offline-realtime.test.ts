import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eventually } from '../../../../test/kit/eventually.ts';
import { call, finish, say, scriptedModel } from '../../../../test/kit/scripted-model.ts';
import { scriptedSynthesizer, scriptedTranscriber } from '../../../../test/kit/scripted-voice.ts';
import { systemClock } from '../../../core/clock.ts';
import { INSTRUCTION_HEADING } from '../../interfaces/conventions.ts';
import { ProviderError } from '../../interfaces/provider-error.ts';
import type { RealtimeEvent, RealtimeOptions } from '../../interfaces/realtime-model.ts';
import { FliteSynthesizer } from '../flite-synthesizer.ts';
import { offlineLanguageModel } from '../language-model.ts';
import { EnergyTurns } from './energy-turns.ts';
import { offlineRealtimeModel } from './offline-realtime.ts';

const OPTIONS: RealtimeOptions = {
  callRateHz: 8000,
  instructions: 'You are Ana.',
  output: 'audio',
  voice: 'slt',
  ...{ speed: 1, stability: 0.7, emotion: true },
  temperature: 0,
  tools: [],
  languages: ['en'],
  turnDetectionThreshold: null,
  endpointSilenceMs: 300,
  judgesTurns: false,
  noiseReduction: false,
};

function open(
  languageModel: Parameters<typeof offlineRealtimeModel>[0]['languageModel'],
  options: Partial<RealtimeOptions> = {},
) {
  const voice = scriptedSynthesizer({
    steps: { hang: { type: 'hang' }, fail: { type: 'fail', error: new ProviderError('unavailable', 'No.') } },
  });
  const ears = scriptedTranscriber();
  const events: RealtimeEvent[] = [];
  const model = offlineRealtimeModel({ languageModel, synthesizer: voice, transcriber: ears });
  const session = model.open({ ...OPTIONS, ...options }, (event) => void events.push(event));
  const types = () => events.map(({ type }) => type);
  const until = (type: RealtimeEvent['type'], count = 1) =>
    eventually(
      async () => types().filter((one) => one === type).length,
      (found) => found >= count,
    );
  return { session, events, voice, ears, types, until, model };
}

const loud = () => new Int16Array(160).fill(8_000);
const quiet = () => new Int16Array(160).fill(3);

test('typed words are answered in sound, sentence by sentence, at the rate that is promised', async () => {
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

test('whoever takes over from another vendor’s voice speaks with one of its own', async () => {
  const voice = new FliteSynthesizer({ clock: systemClock });
  const languageModel = scriptedModel('a/m', [...say('We are open.'), finish()]);
  const model = offlineRealtimeModel({ languageModel, synthesizer: voice, transcriber: null });
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

test('as text it is only written', async () => {
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

test('speech is found by its loudness, understood by the transcriber and answered', async () => {
  const held = open(scriptedModel('a/m', [...say('Yes.'), finish()]));
  for (let frame = 0; frame < 10; frame += 1) held.session.hear(quiet());
  for (let frame = 0; frame < 10; frame += 1) held.session.hear(loud());
  for (let frame = 0; frame < 20; frame += 1) held.session.hear(quiet());
  expect(held.types()).toEqual(['customer-speech-started', 'customer-speech-stopped']);
  expect(held.ears.calls.filter((line) => !line.startsWith('write'))).toEqual(['started', 'stopped']);
  held.ears.tell({ type: 'final', text: 'Are you open?', language: 'en' });
  await held.until('reply-ended');
  expect(held.events).toContainEqual({ type: 'customer-text', text: 'Are you open?', language: 'en' });
  held.session.close();
  expect(held.ears.calls.at(-1)).toBe('close');
});

test('a noise of which no word is understood is answered by nothing, and is told', async () => {
  const held = open(scriptedModel('a/m', [...say('Yes.'), finish()]));
  for (let frame = 0; frame < 10; frame += 1) held.session.hear(loud());
  held.ears.tell({ type: 'final', text: '', language: null });
  expect(held.types()).not.toContain('customer-wordless');
  for (let frame = 0; frame < 20; frame += 1) held.session.hear(quiet());
  held.ears.tell({ type: 'final', text: ' ', language: null });
  expect(held.types()).toEqual(['customer-speech-started', 'customer-speech-stopped', 'customer-wordless']);
  held.session.close();
});

test('without a transcriber nothing that sounds is speech', async () => {
  const events: RealtimeEvent[] = [];
  const deps = {
    languageModel: scriptedModel('a/m'),
    synthesizer: scriptedSynthesizer(),
    transcriber: null,
  };
  const session = offlineRealtimeModel(deps).open(OPTIONS, (event) => void events.push(event));
  for (let frame = 0; frame < 50; frame += 1) session.hear(frame < 20 ? loud() : quiet());
  await new Promise(setImmediate);
  expect(events).toEqual([{ type: 'ready' }]);
  session.close();
});

test('words that were understood before the end of speech are answered at its end', async () => {
  const held = open(scriptedModel('a/m', [...say('Yes.'), finish()]));
  for (let frame = 0; frame < 10; frame += 1) held.session.hear(loud());
  held.ears.tell({ type: 'final', text: 'Are you open?', language: 'en' });
  expect(held.types()).not.toContain('reply-started');
  for (let frame = 0; frame < 20; frame += 1) held.session.hear(quiet());
  await held.until('reply-ended');
  held.session.close();
});

test('tools are called, and the answer goes on from all their results', async () => {
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

test('words that bridge the wait for a tool are said to their end, then the answer goes on', async () => {
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

test('an interruption of what was said before leaves alone what is said now', async () => {
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

test('an interruption ends the answer, and only what was heard is remembered', async () => {
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

test('an answer that is refused as it begins calls no tool, written or spoken', async () => {
  for (const output of ['text', 'audio'] as const) {
    const model = scriptedModel('a/m', [...say('I connect you.'), call('transfer'), finish('tool-calls')]);
    const events: RealtimeEvent[] = [];
    const session = offlineRealtimeModel({
      ...{ languageModel: model, synthesizer: scriptedSynthesizer(), transcriber: null },
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

test('an instruction is for one answer alone', async () => {
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

describe('failures', () => {
  test('of the language model and of the voice are told, and the next answer works', async () => {
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

  test('nothing is told after the end', async () => {
    const held = open(scriptedModel('a/m', [...say('This will hang.'), finish()]));
    held.session.respond(null);
    await held.until('reply-started');
    held.session.close();
    const before = held.events.length;
    held.session.respond(null);
    held.session.hear(loud());
    held.ears.tell({ type: 'final', text: 'Late.', language: null });
    await new Promise(setImmediate);
    expect(held.events).toHaveLength(before);
  });
});

describe('turns by loudness', () => {
  const hear = (turns: EnergyTurns, frames: Int16Array[]) =>
    frames.map((frame) => turns.hear(frame, 20)).filter((event) => event !== null);
  const noise = (amplitude: number) =>
    Int16Array.from({ length: 160 }, (_, at) => (at % 2 === 0 ? amplitude : -amplitude));
  const times = (count: number, frame: Int16Array) => Array.from({ length: count }, () => frame);

  test('a click is no speech, and a short pause is no end', () => {
    const turns = new EnergyTurns(null, 300);
    expect(hear(turns, [...times(20, noise(5)), ...times(3, noise(9_000)), ...times(20, noise(5))])).toEqual(
      [],
    );
    const talk = [...times(20, noise(5_000)), ...times(10, noise(5)), ...times(20, noise(5_000))];
    expect(hear(turns, talk)).toEqual(['started']);
    expect(hear(turns, times(15, noise(5)))).toEqual(['stopped']);
  });

  test('steady noise becomes the floor, and speech stands out of it', () => {
    const turns = new EnergyTurns(0.5, 300);
    hear(turns, times(1_500, noise(400)));
    expect(hear(turns, times(50, noise(400)))).toEqual([]);
    expect(hear(turns, times(10, noise(9_000)))).toEqual(['started']);
  });

  test('a higher threshold asks for louder speech', () => {
    const heard = (threshold: number) => {
      const turns = new EnergyTurns(threshold, 300);
      hear(turns, times(1_500, noise(200)));
      return hear(turns, times(20, noise(1_200)));
    };
    expect(heard(0)).toEqual(['started']);
    expect(heard(1)).toEqual([]);
  });

  test('starts and stops take turns, whatever is heard', () => {
    const frame = fc.integer({ min: 0, max: 32_767 }).map(noise);
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 200 }), (frames) => {
        const events = hear(new EnergyTurns(null, 100), frames);
        expect(events).toEqual(events.map((_, index) => (index % 2 === 0 ? 'started' : 'stopped')));
      }),
    );
  });
});
