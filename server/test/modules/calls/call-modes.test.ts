import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAssistant, modeFields } from '../../kit/assistants.ts';
import { endedCall } from '../../kit/calls.ts';
import { eventually } from '../../kit/eventually.ts';
import { type OpenAiRealtimeServer, startOpenAiRealtimeServer } from '../../kit/openai-realtime-server.ts';
import { onSecondTry } from '../../kit/second-tries.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';
import { type BrowserPhone, openPhone } from '../../kit/voice/browser-phone.ts';

let vendor: OpenAiRealtimeServer;
let server: TestServer;
let account: Client;

async function open(): Promise<void> {
  vendor = await startOpenAiRealtimeServer();
  server = await startTestServer({
    environment: {
      OPENAI_API_KEY: 'key',
      OPENAI_BASE_URL: `${vendor.url.replace('ws', 'http')}/v1`,
      PARLEY_OPENAI_REALTIME_MODELS: 'gpt-x',
    },
  });
  account = await server.account();
}
async function close(): Promise<void> {
  await server.stop();
  await vendor.close();
}
beforeAll(open);
afterAll(close);
beforeEach(onSecondTry(close, open));

async function called(fields: Record<string, unknown>): Promise<{ id: number; phone: BrowserPhone }> {
  const { id: assistantId } = await createAssistant(account, { ...fields, initial_message: 'Mill Inn.' });
  const { status, body, text } = await account.post('/user/calls/web', { assistant_id: assistantId });
  expect(status, text).toBe(200);
  return { id: body.data.call_id, phone: await openPhone(body.data.media_url) };
}

const lines = (phone: BrowserPhone, count: number) =>
  eventually(
    async () => phone.transcript(),
    (found) => found.length >= count,
  );

/** Catalog ids of a mode’s model and voice with these names. */
async function offered(
  mode: string,
  names: { model: string; voice?: string },
): Promise<Record<string, unknown>> {
  const models = await account.get(`/user/assistants/models?type=${mode}`);
  const voices = await account.get(`/user/assistants/voices?mode=${mode}`);
  const named = (list: { id: number; name: string }[], name: string) =>
    list.find((one) => one.name.includes(name))?.id;
  return {
    multimodal_model_id: named(models.body, names.model),
    ...(names.voice !== undefined && { voice_id: named(voices.body, names.voice) }),
  };
}

test.each([
  ['multimodal', { model: 'Offline realtime', voice: 'SLT, realtime' }],
  ['dualplex', { model: 'Offline realtime', voice: 'SLT' }],
] as const)('in %s mode the built-in model answers typed text with speech', async (mode, names) => {
  const { id, phone } = await called({
    ...(await modeFields(account, mode)),
    ...(await offered(mode, names)),
    llm_model_id: undefined,
    system_prompt: 'You help guests. Breakfast is at seven.',
  });
  await lines(phone, 1);
  expect(phone.transcript()).toEqual(['bot: Mill Inn.']);
  phone.type('When is breakfast?');
  const [, asked, answered] = await lines(phone, 3);
  expect(asked).toBe('human: When is breakfast?');
  expect(answered).toContain('seven');
  expect(phone.loudest()).toBeGreaterThan(1000);
  phone.hangUp();
  expect(await endedCall(account, id)).toMatchObject({ status: 'ended_by_customer' });
});

test("in multimodal mode the vendor's model speaks, calls tools and ends the call", async () => {
  vendor.script(
    { say: 'Mill Inn.', audioMs: 300 },
    { say: 'Goodbye.', audioMs: 300, call: 'end_call', arguments: {} },
    { nothing: true },
  );
  const { id, phone } = await called({
    ...(await modeFields(account, 'multimodal')),
    ...(await offered('multimodal', { model: 'gpt-x', voice: 'Marin' })),
    llm_model_id: undefined,
    tools: [{ type: 'end_call', description: 'When the customer says goodbye.' }],
  });
  await lines(phone, 1);
  phone.type('Bye.');
  expect(await lines(phone, 3)).toEqual(['bot: Mill Inn.', 'human: Bye.', 'bot: Goodbye.']);
  await phone.closed;
  expect(await endedCall(account, id)).toMatchObject({ status: 'ended_by_assistant' });
  expect(vendor.errors).toEqual([]);
  const update = vendor.messages.find(({ type }) => type === 'session.update');
  expect(JSON.stringify(update)).toContain('"voice":"marin"');
  expect(JSON.stringify(update)).toContain('end_call');
});
