import { OpenAIRealtimeWebSocket, RealtimeAgent, RealtimeSession, tool } from '@openai/agents-realtime';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { eventually } from '../../../../test/kit/eventually.ts';
import {
  type OpenAiRealtimeServer,
  startOpenAiRealtimeServer,
} from '../../../../test/kit/openai-realtime-server.ts';

let server: OpenAiRealtimeServer;
let session: RealtimeSession;
const heard: string[] = [];
const problems: unknown[] = [];
const ran: unknown[] = [];

const book = tool({
  name: 'book',
  description: 'Books a table.',
  parameters: z.object({ id: z.string() }),
  execute: async (given) => {
    ran.push(given);
    return 'booked';
  },
});

/** Verifies the simulator for our adapter against OpenAI's own client. */
beforeEach(async () => {
  server = await startOpenAiRealtimeServer();
  heard.length = 0;
  problems.length = 0;
  const transport = new OpenAIRealtimeWebSocket({
    url: `${server.url}/v1/realtime?model=gpt-x`,
    useInsecureApiKey: true,
  });
  session = new RealtimeSession(
    new RealtimeAgent({ name: 'Ana', instructions: 'You are Ana.', tools: [book] }),
    {
      transport,
      tracingDisabled: true,
    },
  );
  session.on('error', (error) => problems.push(error));
  transport.on('audio', ({ data }) => heard.push(`${data.byteLength}`));
  await session.connect({ apiKey: 'key' });
});

afterEach(async () => {
  session.close();
  await server.close();
});

test('the official client opens a session, receives a reply and keeps its transcript', async () => {
  server.script({ say: 'We are open every day.', audioMs: 300 });
  session.sendMessage('Are you open?');
  const history = await eventually(
    async () => JSON.stringify(session.history),
    (text) => text.includes('We are open every day.'),
  );
  expect(history).toContain('Are you open?');
  expect(heard).toEqual(['4800', '4800', '4800']);
  expect(server.errors).toEqual([]);
  expect(problems).toEqual([]);
});

test('the official OpenAI client calls its tools and continues from their results', async () => {
  server.script({ call: 'book', arguments: { id: '7' } }, { say: 'It is booked.', audioMs: 100 });
  session.sendMessage('Book table seven.');
  await eventually(
    async () => JSON.stringify(session.history),
    (text) => text.includes('It is booked.'),
  );
  expect(ran).toEqual([{ id: '7' }]);
  expect(
    server.messages.find((message) => JSON.stringify(message).includes('function_call_output')),
  ).toBeDefined();
  expect(problems).toEqual([]);
});

test('the official client interrupts with the same cancel and truncate messages', async () => {
  server.script({ endless: 'On and on and on' });
  session.sendMessage('Talk.');
  await eventually(
    async () => heard.length,
    (count) => count >= 4,
  );
  session.interrupt();
  await eventually(
    async () => server.kinds(),
    (kinds) => kinds.includes('conversation.item.truncate'),
  );
  expect(
    server
      .kinds()
      .filter((kind) => /cancel|truncate/.test(kind))
      .sort(),
  ).toEqual(['conversation.item.truncate', 'response.cancel']);
  expect(server.errors).toEqual([]);
  expect(problems).toEqual([]);
});
