import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { manualClock } from '../../../../test/kit/clocks.ts';
import { eventually } from '../../../../test/kit/eventually.ts';
import {
  type OpenAiRealtimeServer,
  startOpenAiRealtimeServer,
} from '../../../../test/kit/openai-realtime-server.ts';
import type { RealtimeEvent, RealtimeOptions, RealtimeSession } from '../../spec/realtime-model.ts';
import { openaiRealtimeModels, openaiRealtimeOffers } from './openai-realtime.ts';
import { readServerEvent } from './read-event.ts';
import { sessionUpdate } from './session-update.ts';

const OPTIONS: RealtimeOptions = {
  callRateHz: 8000,
  instructions: 'You are Ana.',
  output: 'audio',
  voice: 'marin',
  speed: 1.1,
  temperature: 0.1,
  tools: [{ name: 'book', description: 'Books.', parameters: { type: 'object', properties: {} } }],
  languages: ['en'],
  turnDetectionThreshold: 0.6,
  endpointSilenceMs: 400,
  noiseReduction: true,
};

let server: OpenAiRealtimeServer;
let session: RealtimeSession | null = null;
let events: RealtimeEvent[] = [];

beforeEach(async () => {
  server = await startOpenAiRealtimeServer();
  events = [];
});

afterEach(async () => {
  session?.close();
  session = null;
  await server.close();
});

async function open(options: Partial<RealtimeOptions> = {}): Promise<RealtimeSession> {
  const config = {
    apiKey: 'key',
    baseUrl: `${server.url.replace('ws', 'http')}/v1`,
    realtimeModels: ['gpt-x'],
  };
  const [model] = openaiRealtimeModels(config, manualClock());
  if (model === undefined) throw new Error('There is no model.');
  const opened = model.open({ ...OPTIONS, ...options }, (event) => void events.push(event));
  session = opened;
  return opened;
}

async function ready(options: Partial<RealtimeOptions> = {}): Promise<RealtimeSession> {
  const opened = await open(options);
  await until('ready');
  return opened;
}

const types = () => events.map(({ type }) => type);
const until = (type: RealtimeEvent['type'], count = 1) =>
  eventually(
    async () => types().filter((one) => one === type).length,
    (found) => found >= count,
  );
const untilSent = (kind: string, count = 1) =>
  eventually(
    async () => server.kinds().filter((one) => one === kind).length,
    (found) => found >= count,
  );
const of = <Type extends RealtimeEvent['type']>(type: Type) =>
  events.filter((event): event is Extract<RealtimeEvent, { type: Type }> => event.type === type);

function speak(to: RealtimeSession, samples = 160): void {
  for (let frame = 0; frame < 10; frame += 1) to.hear(new Int16Array(samples).fill(9_000));
  for (let frame = 0; frame < 25; frame += 1) to.hear(new Int16Array(samples));
}

describe('a session', () => {
  test('is opened with the key, the model and the settings in the names of the GA interface', async () => {
    await ready();
    expect(server.requests[0]).toMatchObject({
      path: '/v1/realtime?model=gpt-x',
      headers: { authorization: 'Bearer key' },
    });
    expect(server.messages[0]).toEqual(sessionUpdate(OPTIONS));
    expect(server.messages[0]).toMatchObject({
      session: {
        output_modalities: ['audio'],
        tools: [{ type: 'function', name: 'book' }],
        audio: {
          input: {
            format: { type: 'audio/pcmu' },
            turn_detection: {
              type: 'server_vad',
              threshold: 0.6,
              silence_duration_ms: 400,
              prefix_padding_ms: 300,
            },
            noise_reduction: { type: 'near_field' },
            transcription: { language: 'en' },
          },
          output: { voice: 'marin', speed: 1.1 },
        },
      },
    });
  });

  test('leaves to the model what nobody has set', () => {
    const update = sessionUpdate({
      ...OPTIONS,
      callRateHz: 16_000,
      output: 'text',
      voice: null,
      turnDetectionThreshold: null,
      endpointSilenceMs: 0,
      noiseReduction: false,
      languages: ['en', 'ro'],
    });
    expect(update['session']).toMatchObject({ output_modalities: ['text'] });
    const text = JSON.stringify(update);
    expect(text).toContain('"format":{"type":"audio/pcm","rate":24000}');
    expect(text).toContain('"silence_duration_ms":200');
    expect(text).toContain('"noise_reduction":null');
    for (const left of ['threshold', 'voice', '"language"', 'temperature']) expect(text).not.toContain(left);
  });

  test.each([8000, 16_000] as const)(
    'in a call of %i Hz hears, understands and answers in sound',
    async (callRateHz) => {
      server.hears('Are you open?');
      server.script({ say: 'Yes, every day.', audioMs: 640 });
      const opened = await ready({ callRateHz });
      speak(opened, callRateHz === 8000 ? 160 : 480);
      await until('reply-ended');
      expect(of('customer-interim').at(-1)?.text).toBe('Are you open?');
      expect(of('customer-text')).toEqual([{ type: 'customer-text', text: 'Are you open?', language: null }]);
      const samples = of('audio').reduce((sum, event) => sum + event.samples.length, 0);
      expect(samples).toBe((640 * (callRateHz === 8000 ? 8000 : 24_000)) / 1000);
      expect(
        of('text-delta')
          .map(({ text }) => text)
          .join(''),
      ).toBe('Yes, every day.');
      const order = types().filter((type, index, all) => type !== all[index - 1]);
      expect(order).toEqual([
        'ready',
        'customer-speech-started',
        'customer-speech-stopped',
        'customer-interim',
        'customer-text',
        'reply-started',
        'text-delta',
        'audio',
        'usage',
        'reply-ended',
      ]);
      expect(of('usage')).toEqual([
        { type: 'usage', usage: { inputTokens: 20, outputTokens: 10 }, audioMs: null },
      ]);
      expect(server.errors).toEqual([]);
    },
  );

  test('understands the names of before the GA interface', async () => {
    server.useBetaNames();
    server.script({ say: 'Yes.', audioMs: 200 });
    const opened = await ready();
    opened.respond(null);
    await until('reply-ended');
    expect(of('text-delta')).toHaveLength(1);
    expect(of('audio')).toHaveLength(2);
  });
});

describe('an interruption', () => {
  test('while the model speaks cancels it and cuts what was not heard', async () => {
    server.script({ endless: 'And so on and on' });
    const opened = await ready();
    opened.respond(null);
    await until('audio', 8);
    const itemId = of('reply-started')[0]?.itemId ?? '';
    opened.interrupt(itemId, { audioMs: 312.7, text: 'And so' });
    await untilSent('conversation.item.truncate');
    expect(server.messages.at(-1)).toEqual({
      type: 'conversation.item.truncate',
      item_id: itemId,
      content_index: 0,
      audio_end_ms: 312,
    });
    expect(server.kinds().slice(-2)).toEqual(['response.cancel', 'conversation.item.truncate']);
    await until('usage');
    expect(of('reply-ended')).toEqual([]);
    expect(server.errors).toEqual([]);
  });

  test('after it never asks to keep more than there is, and cancels nothing', async () => {
    server.script({ say: 'Yes.', audioMs: 200 });
    const opened = await ready();
    opened.respond(null);
    await until('reply-ended');
    opened.interrupt(of('reply-started')[0]?.itemId ?? '', { audioMs: 900, text: 'Yes.' });
    opened.interrupt('of another session', { audioMs: 900, text: 'Yes.' });
    opened.read('Next.');
    await untilSent('conversation.item.create');
    expect(server.kinds().slice(-2)).toEqual(['conversation.item.truncate', 'conversation.item.create']);
    expect(server.errors).toEqual([]);
  });

  test('before the answer has begun lets nothing of it through', async () => {
    server.script({ say: 'Nobody wants this.' }, { say: 'But this.' });
    const opened = await ready();
    opened.respond(null);
    opened.interrupt(null, { audioMs: 0, text: '' });
    await until('usage');
    expect(of('reply-started')).toEqual([]);
    opened.respond(null);
    await until('reply-ended');
    expect(
      of('text-delta')
        .map(({ text }) => text)
        .join(''),
    ).toBe('But this.');
  });

  test('of written words puts what was heard in their place', async () => {
    server.script({ say: 'Yes, every day.' });
    const opened = await ready({ output: 'text', voice: null });
    opened.respond(null);
    await until('reply-ended');
    const itemId = of('reply-started')[0]?.itemId ?? '';
    opened.interrupt(itemId, { audioMs: 0, text: 'Yes,' });
    await untilSent('conversation.item.delete');
    expect(server.messages.slice(-2)).toEqual([
      {
        type: 'conversation.item.create',
        previous_item_id: itemId,
        item: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Yes,' }] },
      },
      { type: 'conversation.item.delete', item_id: itemId },
    ]);
    expect(of('audio')).toEqual([]);
    expect(server.errors).toEqual([]);
  });

  test('by the customer’s voice ends the answer as the server tells', async () => {
    server.script({ endless: 'On and on' }, { say: 'Sorry.' });
    const opened = await ready();
    opened.respond(null);
    await until('reply-started');
    speak(opened);
    await until('reply-ended', 2);
    expect(of('reply-started')).toHaveLength(2);
    expect(server.errors).toEqual([]);
  });
});

describe('tools', () => {
  test('are told before the end of what is said beside, and the model goes on when all are answered', async () => {
    server.script({ say: 'One moment.', call: 'book', arguments: { id: '7' } }, { say: 'Done.' });
    const opened = await ready();
    opened.respond(null);
    await until('reply-ended');
    expect(of('tool-call')).toMatchObject([{ name: 'book', arguments: { id: '7' } }]);
    expect(types().indexOf('tool-call')).toBeLessThan(types().indexOf('reply-ended'));
    opened.toolResult(of('tool-call')[0]?.callId ?? '', 'booked', true);
    opened.toolResult('unknown', 'booked', true);
    await until('reply-ended', 2);
    expect(server.kinds()).toEqual(['response.create', 'conversation.item.create', 'response.create']);
    expect(server.messages[2]).toMatchObject({ item: { type: 'function_call_output', output: 'booked' } });
  });

  test('that nobody waits for are only told', async () => {
    server.script({ call: 'book', arguments: 'no JSON' });
    const opened = await ready();
    opened.respond(null);
    await until('tool-call');
    expect(of('tool-call')[0]?.arguments).toEqual({});
    opened.toolResult(of('tool-call')[0]?.callId ?? '', { booked: true }, false);
    await untilSent('conversation.item.create');
    expect(server.kinds()).toEqual(['response.create', 'conversation.item.create']);
    expect(server.messages.at(-1)).toMatchObject({ item: { output: '{"booked":true}' } });
  });
});

describe('wishes', () => {
  test('come with the instructions of the session, for one answer alone', async () => {
    server.script({ say: 'Are you there?' }, { say: 'Fine.' });
    const opened = await ready();
    opened.addAssistantText('Hello.');
    opened.respond('Ask whether they are there.');
    await until('reply-ended');
    opened.read('Yes.');
    opened.respond(null);
    await until('reply-ended', 2);
    const wishes = server.messages.filter(({ type }) => type === 'response.create');
    expect(JSON.stringify(wishes[0])).toContain('You are Ana.\\n\\n# Now\\nAsk whether they are there.');
    expect(JSON.stringify(wishes[1])).not.toContain('instructions');
  });

  test('wait for an answer that is under way, and the last one counts', async () => {
    server.script({ endless: 'On and on' }, { say: 'Third.' });
    const opened = await ready();
    opened.respond('first');
    await until('reply-started');
    opened.respond('second');
    opened.respond('third');
    opened.read('x');
    await untilSent('conversation.item.create');
    expect(server.kinds().filter((kind) => kind === 'response.create')).toHaveLength(1);
    speak(opened);
    await until('reply-ended', 2);
    await untilSent('response.create', 2);
    expect(JSON.stringify(server.messages.at(-1))).toContain('third');
  });

  test('for an answer without a word end nevertheless', async () => {
    server.script({ nothing: true });
    const opened = await ready();
    opened.respond(null);
    await until('reply-ended');
    expect(types()).toEqual(['ready', 'usage', 'reply-started', 'reply-ended']);
  });
});

describe('failures', () => {
  test.each([
    ['rate_limit_exceeded', 'rate-limited'],
    ['server_error', 'unavailable'],
    ['content_policy', 'rejected'],
  ])('of an answer (%s) are told, and the session goes on', async (code, expected) => {
    server.script({ fail: code }, { say: 'Yes.' });
    const opened = await ready();
    opened.respond(null);
    await until('failed');
    expect(of('failed')).toMatchObject([{ fatal: false, error: { code: expected } }]);
    opened.respond(null);
    await until('reply-ended');
  });

  test('of the settings end the session', async () => {
    await open({ voice: 'nobody' });
    await until('failed');
    expect(of('failed')).toMatchObject([{ fatal: true, error: { code: 'rejected', retryable: false } }]);
    await eventually(
      async () => server.open(),
      (count) => count === 0,
    );
  });

  test('of the key end it before it began; of the server may pass', async () => {
    server.refuse(401, 503);
    await open();
    await until('failed');
    await open();
    await until('failed', 2);
    expect(of('failed')).toMatchObject([
      { fatal: true, error: { code: 'rejected' } },
      { fatal: true, error: { code: 'unavailable', retryable: true } },
    ]);
  });

  test('of the connection and the end of the session’s time can be tried again', async () => {
    await ready();
    server.drop();
    await until('failed');
    await open();
    await until('ready', 2);
    server.send(
      JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', code: 'session_expired' } }),
    );
    await until('failed', 2);
    for (const { error, fatal } of of('failed'))
      expect({ fatal, retryable: error.retryable }).toEqual({ fatal: true, retryable: true });
  });

  test('of the protocol change nothing', async () => {
    server.script({ say: 'Yes.' });
    const opened = await ready();
    for (const text of [
      '',
      '{',
      '[]',
      'null',
      '{"type":7}',
      '{"type":"response.done"}',
      '{"type":"response.output_audio.delta","item_id":"i","delta":7}',
    ]) {
      server.send(text);
    }
    server.send(Buffer.from([1, 2, 3]));
    server.send(JSON.stringify({ type: 'error', error: { code: 'response_cancel_not_active' } }));
    server.send(
      JSON.stringify({ type: 'response.output_audio.delta', response_id: 'r', item_id: 'i', delta: 'AAAA' }),
    );
    opened.respond(null);
    await until('reply-ended');
    expect(of('failed')).toEqual([]);
    expect(of('reply-started')).toHaveLength(1);
  });

  test('nothing is told after the end', async () => {
    server.script({ endless: 'On and on' });
    const opened = await ready();
    opened.respond(null);
    await until('reply-started');
    opened.close();
    const before = events.length;
    opened.hear(new Int16Array(160));
    opened.respond(null);
    await eventually(
      async () => server.open(),
      (count) => count === 0,
    );
    expect(events).toHaveLength(before);
  });
});

test('the catalogue has the models in both modes, and the voices of the model that speaks itself', () => {
  const offers = openaiRealtimeOffers({ apiKey: 'key', realtimeModels: ['gpt-x'] });
  expect(offers.models).toEqual([
    { kind: 'multimodal', code: 'openai/gpt-x', name: 'gpt-x' },
    { kind: 'dualplex', code: 'openai/gpt-x', name: 'gpt-x' },
  ]);
  expect(offers.voices[0]).toMatchObject({
    code: 'openai-realtime/marin',
    modes: ['multimodal'],
    synthesizer: null,
  });
  expect(openaiRealtimeOffers({ apiKey: 'key' }).models.length).toBeGreaterThan(2);
});

test('no message makes the reader throw', () => {
  const type = fc.constantFrom(
    'error',
    'session.updated',
    'response.created',
    'response.done',
    'response.output_item.done',
    'response.output_audio.delta',
    'conversation.item.input_audio_transcription.completed',
  );
  const message = fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .record({
        type,
        response: fc.jsonValue(),
        item: fc.jsonValue(),
        error: fc.jsonValue(),
        delta: fc.jsonValue(),
        item_id: fc.jsonValue(),
      })
      .map((value) => JSON.stringify(value)),
  );
  fc.assert(fc.property(message, (text) => void readServerEvent(text)));
});
