import { afterAll, afterEach, expect, test } from 'vitest';
import { type EventStreamServer, startEventStreamServer } from '../../../test/kit/event-stream-server.ts';
import type { LanguageModel, ModelEvent, ModelMessage } from '../interfaces/language-model.ts';
import { openModelConnections } from '../kit/model-fetch.ts';
import { googleModels } from './language-models.ts';

const connections = openModelConnections();
let server: EventStreamServer | undefined;
afterEach(async () => server?.close());
afterAll(async () => connections[Symbol.asyncDispose]());

const part = (content: object, finishReason?: string) => ({
  candidates: [
    { content: { role: 'model', parts: [content] }, ...(finishReason && { finishReason }), index: 0 },
  ],
  usageMetadata: { promptTokenCount: 12, candidatesTokenCount: 9, totalTokenCount: 21 },
});
const TOOL = {
  name: 'get_order',
  description: 'Looks up an order.',
  parameters: { type: 'object', properties: { id: { type: 'string' } } },
};
const ASK: ModelMessage[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Where is my order?' },
];

async function modelFor(events: readonly Record<string, unknown>[], status = 200): Promise<LanguageModel> {
  server = await startEventStreamServer(events, status);
  const config = { apiKey: 'key', baseUrl: `${server.origin}/v1beta`, models: ['gemini-3.5-flash'] };
  const [model] = googleModels(config, connections.fetch);
  if (model === undefined) throw new Error('No model.');
  return model;
}

async function read(model: LanguageModel, messages: ModelMessage[] = ASK): Promise<ModelEvent[]> {
  const received: ModelEvent[] = [];
  for await (const event of model.stream({ messages, tools: [TOOL] }, new AbortController().signal))
    received.push(event);
  return received;
}

test('streams text and usage', async () => {
  const model = await modelFor([part({ text: 'It is ' }), part({ text: 'sent.' }, 'STOP')]);
  expect(await read(model)).toEqual([
    { type: 'text-delta', text: 'It is ' },
    { type: 'text-delta', text: 'sent.' },
    { type: 'finish', reason: 'stop', usage: { inputTokens: 12, outputTokens: 9 } },
  ]);
  expect(server?.requests).toEqual(['POST /v1beta/models/gemini-3.5-flash:streamGenerateContent?alt=sse']);
  expect(server?.bodies[0]).toMatchObject({ systemInstruction: { parts: [{ text: 'Be brief.' }] } });
});

test('returns a thought signature with its tool call', async () => {
  const call = { functionCall: { name: 'get_order', args: { id: 'A-1' } }, thoughtSignature: 'c2lnbmF0dXJl' };
  const model = await modelFor([part(call, 'STOP')]);
  const events = await read(model);
  expect(events).toMatchObject([
    { type: 'tool-call', call: { name: 'get_order', arguments: { id: 'A-1' } } },
    { type: 'finish', reason: 'tool-calls' },
  ]);
  const toolCalls = events.flatMap((event) => (event.type === 'tool-call' ? [event.call] : []));
  const id = toolCalls[0]?.id ?? '';
  await read(model, [
    ...ASK,
    { role: 'assistant', content: '', toolCalls },
    { role: 'tool', toolCallId: id, toolName: 'get_order', output: 'sent', failed: false },
  ]);
  expect(JSON.stringify(server?.bodies[1])).toContain('c2lnbmF0dXJl');
});

test('throws if the stream breaks off', async () => {
  await expect(read(await modelFor([part({ text: 'It is' })]))).rejects.toMatchObject({
    name: 'ProviderError',
    code: 'malformed',
  });
});

test.each([
  [400, 'rejected'],
  [429, 'rate-limited'],
  [503, 'unavailable'],
])('reports status %i as %s', async (status, code) => {
  const body = { error: { code: status, message: 'No.', status: 'SOME' } };
  await expect(read(await modelFor([body], status))).rejects.toMatchObject({ code });
});
