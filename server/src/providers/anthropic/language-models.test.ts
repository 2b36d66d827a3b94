import { afterAll, afterEach, expect, test } from 'vitest';
import { type EventStreamServer, startEventStreamServer } from '../../../test/kit/event-stream-server.ts';
import type { ModelEvent, ModelRequest } from '../interfaces/language-model.ts';
import { openModelConnections } from '../kit/model-fetch.ts';
import { anthropicModels } from './language-models.ts';

const connections = openModelConnections();
let server: EventStreamServer | undefined;
afterEach(async () => server?.close());
afterAll(async () => connections[Symbol.asyncDispose]());

const START = {
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-haiku-4-5',
    content: [],
    stop_reason: null,
    usage: { input_tokens: 12, output_tokens: 1 },
  },
};
const TEXT = [
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Let me ' } },
  { type: 'ping' },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'see.' } },
  { type: 'content_block_stop', index: 0 },
];
const TOOL = [
  {
    type: 'content_block_start',
    index: 1,
    content_block: { type: 'tool_use', id: 'toolu_1', name: 'get_order', input: {} },
  },
  { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"id": ' } },
  { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '"A-1"}' } },
  { type: 'content_block_stop', index: 1 },
];
const end = (stopReason: string) => [
  {
    type: 'message_delta',
    delta: { stop_reason: stopReason, stop_sequence: null },
    usage: { output_tokens: 9 },
  },
  { type: 'message_stop' },
];

const REQUEST: ModelRequest = {
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Where are my orders?' },
    {
      role: 'assistant',
      content: '',
      toolCalls: [
        { id: 'a', name: 'get_order', arguments: { id: 'A-1' } },
        { id: 'b', name: 'get_order', arguments: { id: 'A-2' } },
      ],
    },
    { role: 'tool', toolCallId: 'a', toolName: 'get_order', output: 'sent', failed: false },
    { role: 'tool', toolCallId: 'b', toolName: 'get_order', output: 'no such order', failed: true },
  ],
  tools: [
    {
      name: 'get_order',
      description: 'Looks up an order.',
      parameters: { type: 'object', properties: { id: { type: 'string' } } },
    },
  ],
};

async function ask(events: readonly Record<string, unknown>[], status = 200): Promise<ModelEvent[]> {
  server = await startEventStreamServer(events, status);
  const config = { apiKey: 'key', baseUrl: `${server.origin}/v1`, models: ['claude-haiku-4-5'] };
  const [model] = anthropicModels(config, connections.fetch);
  const received: ModelEvent[] = [];
  for await (const event of model?.stream(REQUEST, new AbortController().signal) ?? []) received.push(event);
  return received;
}

test('streams text and tool calls', async () => {
  expect(await ask([START, ...TEXT, ...TOOL, ...end('tool_use')])).toMatchObject([
    { type: 'text-delta', text: 'Let me ' },
    { type: 'text-delta', text: 'see.' },
    { type: 'tool-call', call: { id: 'toolu_1', name: 'get_order', arguments: { id: 'A-1' } } },
    { type: 'finish', reason: 'tool-calls', usage: { inputTokens: 12, outputTokens: 9 } },
  ]);
});

test('reports that the model is reasoning, without the text', async () => {
  const block = { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } };
  const thought = {
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'thinking_delta', thinking: 'Hm.' },
  };
  const events = await ask([
    START,
    block,
    thought,
    { type: 'content_block_stop', index: 0 },
    ...TOOL,
    ...end('tool_use'),
  ]);
  expect(events.map((event) => event.type)).toEqual(['thinking', 'thinking', 'tool-call', 'finish']);
});

test('sends the system prompt separately, and the tool results of one round together', async () => {
  await ask([START, ...TEXT, ...end('end_turn')]);
  expect(server?.requests).toEqual(['POST /v1/messages']);
  expect(server?.headers[0]).toMatchObject({ 'x-api-key': 'key' });
  expect(server?.bodies[0]).toMatchObject({
    system: [{ type: 'text', text: 'Be brief.' }],
    messages: [
      { role: 'user' },
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 'a' },
          { type: 'tool_use', id: 'b' },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a' },
          { type: 'tool_result', tool_use_id: 'b', is_error: true },
        ],
      },
    ],
    tools: [{ name: 'get_order' }],
  });
});

test('throws if the stream breaks off', async () => {
  await expect(ask([START, ...TEXT])).rejects.toMatchObject({ name: 'ProviderError', code: 'malformed' });
});

test('reports an overload inside the stream as unavailable', async () => {
  const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
  await expect(ask([START, ...TEXT, overloaded])).rejects.toMatchObject({ code: 'unavailable' });
});

test.each([
  [401, 'rejected'],
  [429, 'rate-limited'],
  [529, 'unavailable'],
])('reports status %i as %s', async (status, code) => {
  const body = { type: 'error', error: { type: 'some_error', message: 'No.' } };
  await expect(ask([body], status)).rejects.toMatchObject({ code });
});
