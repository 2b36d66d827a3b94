import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type FakeModelServer,
  type FakeReply,
  startFakeModelServer,
} from '../../../test/kit/fake-model-server.ts';
import type { LanguageModel, ModelEvent, ModelRequest } from '../interfaces/language-model.ts';
import { ProviderError } from '../interfaces/provider-error.ts';
import { type ModelConnections, openModelConnections } from '../kit/model-fetch.ts';
import { openaiModels } from '../openai/language-models.ts';
import { openaiCompatibleModels } from './language-models.ts';

let server: FakeModelServer;
let connections: ModelConnections;

beforeEach(async () => {
  server = await startFakeModelServer();
  server.separatesReasoning = false;
  connections = openModelConnections();
});

afterEach(async () => {
  await connections[Symbol.asyncDispose]();
  await server.close();
});

const ASK: ModelRequest = { messages: [{ role: 'user', content: 'Hello?' }], tools: [] };
const WEATHER = {
  name: 'get_weather',
  description: 'The weather of a city.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};

function compatible(): LanguageModel {
  const [model] = openaiCompatibleModels(
    { name: 'ollama', baseUrl: server.baseUrl, models: ['llama3'] },
    connections.fetch,
  );
  if (model === undefined) throw new Error('No model.');
  return model;
}

function openai(): LanguageModel {
  const [model] = openaiModels(
    { apiKey: 'sk-test', baseUrl: server.baseUrl, models: ['gpt-4.1-mini'] },
    connections.fetch,
  );
  if (model === undefined) throw new Error('No model.');
  return model;
}

const ADAPTERS = [
  ['openai-compatible', compatible],
  ['openai', openai],
] as const;

async function collect(model: LanguageModel, request = ASK, signal = new AbortController().signal) {
  const events: ModelEvent[] = [];
  for await (const event of model.stream(request, signal)) events.push(event);
  return events;
}

async function failureOf(model: LanguageModel): Promise<{ code: string; text: string }> {
  let text = '';
  try {
    for await (const event of model.stream(ASK, new AbortController().signal)) {
      if (event.type === 'text-delta') text += event.text;
      if (event.type === 'finish') throw new Error('It finished.');
    }
  } catch (error) {
    if (error instanceof ProviderError) return { code: error.code, text };
    throw error;
  }
  throw new Error('It ended without an error.');
}

test.each(ADAPTERS)('%s: streams text and usage', async (_name, make) => {
  server.script({ kind: 'answer', text: 'We open at nine.' });
  expect(await collect(make())).toEqual([
    ...['We ', 'open ', 'at ', 'nine.'].map((text) => ({ type: 'text-delta', text })),
    { type: 'finish', reason: 'stop', usage: { inputTokens: 11, outputTokens: 7 } },
  ]);
});

test.each(ADAPTERS)('%s: assembles streamed tool calls', async (_name, make) => {
  server.script({
    kind: 'answer',
    toolCalls: [
      { id: 'a', name: 'get_weather', arguments: { city: 'Cluj' } },
      { id: 'b', name: 'get_weather', arguments: { city: 'Iași' } },
    ],
  });
  const events = await collect(make(), { ...ASK, tools: [WEATHER] });
  expect(events).toMatchObject([
    { type: 'tool-call', call: { id: 'a', name: 'get_weather', arguments: { city: 'Cluj' } } },
    { type: 'tool-call', call: { id: 'b', name: 'get_weather', arguments: { city: 'Iași' } } },
    { type: 'finish', reason: 'tool-calls' },
  ]);
});

test.each(ADAPTERS)(
  '%s: sends history, tools, temperature and schema in the vendor’s form',
  async (_name, make) => {
    await collect(make(), {
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Weather in Cluj?' },
        {
          role: 'assistant',
          content: '',
          toolCalls: [{ id: 'a', name: 'get_weather', arguments: { city: 'Cluj' } }],
        },
        { role: 'tool', toolCallId: 'a', toolName: 'get_weather', output: 'sunny', failed: false },
      ],
      tools: [WEATHER],
      toolChoice: 'none',
      temperature: 0.3,
      maxOutputTokens: 50,
      responseSchema: { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] },
    });
    expect(server.requests[0]).toMatchObject({
      stream: true,
      temperature: 0.3,
      max_tokens: 50,
      tool_choice: 'none',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Weather in Cluj?' },
        {
          role: 'assistant',
          tool_calls: [{ id: 'a', function: { name: 'get_weather', arguments: '{"city":"Cluj"}' } }],
        },
        { role: 'tool', tool_call_id: 'a', content: 'sunny' },
      ],
      tools: [{ type: 'function', function: { name: 'get_weather', parameters: WEATHER.parameters } }],
      response_format: { type: 'json_schema' },
    });
  },
);

test.each(ADAPTERS)(
  '%s: repeats a request without the response schema if it is rejected',
  async (_name, open) => {
    const refusal = { error: { message: 'This response_format type is unavailable now' } };
    server.script({ kind: 'status', status: 400, body: JSON.stringify(refusal) });
    const model = open();
    const request = {
      ...ASK,
      responseSchema: { type: 'object', properties: {}, additionalProperties: false },
    };
    expect((await collect(model, request)).at(-1)).toMatchObject({ type: 'finish' });
    expect((await collect(model, request)).at(-1)).toMatchObject({ type: 'finish' });
    expect(server.requests.map((sent) => 'response_format' in sent)).toEqual([true, false, false]);
  },
);

test('does not repeat a request rejected for another reason', async () => {
  server.script({ kind: 'status', status: 401 });
  const model = compatible();
  const request = { ...ASK, responseSchema: { type: 'object', properties: {} } };
  await expect(collect(model, request)).rejects.toMatchObject({ code: 'rejected' });
  await collect(model, request);
  expect(server.requests.map((sent) => 'response_format' in sent)).toEqual([true, true]);
});

test('unknown usage is null, never 0', async () => {
  server.script({ kind: 'answer', text: 'Hi', usage: null });
  const finish = (await collect(compatible())).at(-1);
  expect(finish).toEqual({
    type: 'finish',
    reason: 'stop',
    usage: { inputTokens: null, outputTokens: null },
  });
});

test('sends a key as bearer token, and no header without a key', async () => {
  await collect(openai());
  await collect(compatible());
  expect(server.authorizations).toEqual(['Bearer sk-test', undefined]);
});

test.each(ADAPTERS)('%s: distinguishes malformed from missing arguments', async (_name, make) => {
  const written = ['{"city": Clu', '["Cluj"]', ''];
  server.script({
    kind: 'answer',
    toolCalls: written.map((text) => ({ name: 'get_weather', arguments: text })),
  });
  const calls = (await collect(make())).flatMap((event) => (event.type === 'tool-call' ? [event.call] : []));
  expect(calls.map((call) => call.arguments)).toEqual([null, null, {}]);

  // Vendors only accept objects here.
  const [broken] = calls.slice(0, 1);
  if (broken === undefined) throw new Error('Three came.');
  const output = 'The arguments are not a JSON object.';
  await collect(make(), {
    ...ASK,
    messages: [
      ...ASK.messages,
      { role: 'assistant', content: '', toolCalls: [broken] },
      { role: 'tool', toolCallId: broken.id, toolName: broken.name, output, failed: true },
    ],
  });
  const sent = server.requests.at(-1)?.messages.at(-2);
  expect(sent).toMatchObject({ tool_calls: [{ function: { name: 'get_weather', arguments: '{}' } }] });
});

test('shares connections between turns', async () => {
  const model = compatible();
  for (let turn = 0; turn < 20; turn += 1) await collect(model);
  // Usually one; a turn that starts before the previous connection is free opens another.
  expect(server.connections()).toBeLessThan(4);
});

const FAILURES: readonly [string, FakeReply, string, string][] = [
  ['a 401', { kind: 'status', status: 401 }, 'rejected', ''],
  ['a 404 with HTML', { kind: 'status', status: 404, body: '<html>' }, 'rejected', ''],
  ['a 429', { kind: 'status', status: 429 }, 'rate-limited', ''],
  ['a 500', { kind: 'status', status: 500 }, 'unavailable', ''],
  ['a redirect', { kind: 'status', status: 307 }, 'rejected', ''],
  ['a 504', { kind: 'status', status: 504 }, 'timeout', ''],
  ['an unreadable response', { kind: 'garbage' }, 'malformed', ''],
  ['a connection reset', { kind: 'reset' }, 'unavailable', ''],
  ['a connection that closes midway', { kind: 'truncated', text: 'We open' }, 'unavailable', 'We open'],
  ['an error inside the stream', { kind: 'error-event', text: 'We open' }, 'unavailable', 'We open'],
];

describe.each(ADAPTERS)('%s', (_name, make) => {
  test.each(FAILURES)('%s is reported with its error code', async (...[, reply, code, text]) => {
    // Twice, because a closed connection is retried once.
    server.script(reply, reply);
    expect(await failureOf(make())).toEqual({ code, text });
  });
});

test.each<[Record<string, string>, number | null]>([
  [{ 'retry-after': '2' }, 2_000],
  [{ 'retry-after-ms': '150', 'retry-after': '1' }, 150],
  [{ date: 'Sat, 28 Nov 2026 10:00:00 GMT', 'retry-after': 'Sat, 28 Nov 2026 10:00:03 GMT' }, 3_000],
  [{ 'retry-after': 'soon' }, null],
  [{}, null],
])('reads the retry delay from %j', async (headers, retryAfterMs) => {
  server.script({ kind: 'status', status: 429, headers });
  await expect(collect(compatible())).rejects.toMatchObject({ code: 'rate-limited', retryAfterMs });
});

test('retries once when a connection closes before the response', async () => {
  server.script({ kind: 'reset' }, { kind: 'answer', text: 'Here' });
  expect(await collect(compatible())).toMatchObject([{ text: 'Here' }, { type: 'finish' }]);
  expect(server.requests).toHaveLength(2);
});

test('an unreachable endpoint is unavailable', async () => {
  await server.close();
  expect(await failureOf(compatible())).toEqual({ code: 'unavailable', text: '' });
});

test.each(['hang', 'hang-after'] as const)(
  'an abort ends a stream that hangs (%s), and closes its connection',
  async (kind) => {
    server.script(kind === 'hang' ? { kind } : { kind, text: 'We open' });
    const abort = new AbortController();
    const reading = collect(compatible(), ASK, abort.signal);
    await expect.poll(() => server.requests.length).toBe(1);
    abort.abort();
    await expect(reading).rejects.toMatchObject({ name: 'ProviderError', code: 'aborted' });
    await server.disconnected;
  },
);

test('throws the abort’s reason if it is a provider error', async () => {
  server.script({ kind: 'hang' });
  const abort = new AbortController();
  const reading = collect(compatible(), ASK, abort.signal);
  await expect.poll(() => server.requests.length).toBe(1);
  abort.abort(new ProviderError('timeout', 'Too slow.'));
  await expect(reading).rejects.toMatchObject({ code: 'timeout' });
});

test('ending the iteration early closes the connection', async () => {
  server.script({ kind: 'hang-after', text: 'We open at nine' });
  for await (const event of compatible().stream(ASK, new AbortController().signal)) {
    if (event.type === 'text-delta') break;
  }
  await server.disconnected;
});

test('passes text on as it arrives', async () => {
  server.script({ kind: 'drip', text: 'one two three' });
  const events = compatible().stream(ASK, new AbortController().signal)[Symbol.asyncIterator]();
  const first = events.next();
  await expect.poll(() => server.requests.length).toBe(1);
  for (const word of ['one ', 'two ', 'three']) {
    const next = word === 'one ' ? first : events.next();
    server.next();
    expect(await next).toMatchObject({ value: { type: 'text-delta', text: word } });
  }
  expect(await events.next()).toMatchObject({ value: { type: 'finish' } });
});
