import { afterAll, beforeAll, expect, test } from 'vitest';
import { greetingOf } from '../../../src/voice/session/assistant-texts.ts';
import { modeFields } from '../../kit/assistants.ts';
import { endedCall, mobileNumber, outboundAssistant } from '../../kit/calls.ts';
import { noAnswer } from '../../kit/campaign-dials.ts';
import { eventually } from '../../kit/eventually.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';
import { type ScriptedVoice, scriptedVoice } from '../../kit/voice/scripted-calls.ts';
import { startWebhookSink, type WebhookSink } from '../../kit/webhook-sink.ts';

let server: TestServer;
let voice: ScriptedVoice;
let sink: WebhookSink;

beforeAll(async () => {
  voice = scriptedVoice();
  sink = await startWebhookSink();
  server = await startTestServer({ overrides: { voice: voice.overrides } });
});
afterAll(async () => {
  for (const dial of voice.dials) dial.tell(noAnswer);
  for (const call of voice.calls) call.end();
  await server.stop();
  await sink.close();
});

interface VoiceItem {
  id: number;
}

async function voicesOf(account: Client, mode: string): Promise<VoiceItem[]> {
  return (await account.get(`/user/assistants/voices?mode=${mode}`)).body;
}

test('overrides replace fields of the assistant in one call only', async () => {
  const account = await server.account();
  const assistant = await outboundAssistant(account, {
    variables: { shop: 'Mill', tone: 'warm', table: 1 },
    is_webhook_active: true,
    webhook_url: `${sink.origin}/overridden`,
  });
  const other = (await voicesOf(account, 'pipeline')).find(({ id }) => id !== assistant['voice_id']);
  const overrides = {
    system_prompt: 'You collect debts for {{shop}}.',
    initial_message: 'Good day from {{shop}}, {{tone}}, {{name}}.',
    voice_id: other?.id,
    language_id: 2,
    max_duration: 60,
    variables: { tone: 'stern', table: 2 },
  };
  const to = mobileNumber();
  const order = { assistant_id: assistant.id, phone_number: to, overrides };
  const made = await account.post('/user/make_call', { ...order, variables: { table: 3 } });
  expect(made.status).toBe(200);
  expect(made.body.warnings).toEqual([expect.stringContaining('{{name}}')]);
  const call = await voice.callOn((await voice.dialTo(to)).answer());
  expect(call.assistant).toMatchObject({
    settings: { maxDurationMs: 60_000, voice: { language: 'ro' } },
    persona: { systemPrompt: overrides.system_prompt, language: 'Romanian' },
  });
  expect(greetingOf(call.assistant)).toBe('Good day from Mill, stern.');
  // A handoff back to the first assistant keeps the overrides.
  const again = await call.host.assistant(assistant.id, new AbortController().signal);
  expect(again?.persona.systemPrompt).toBe(overrides.system_prompt);
  call.end();
  const ended = await endedCall(account, made.body.call_id);
  expect(ended).toMatchObject({ overrides, variables: { shop: 'Mill', tone: 'stern', table: 3 } });
  const [reported] = await eventually(
    async () => sink.at('/overridden'),
    ({ length }) => length > 0,
  );
  expect(JSON.parse(reported?.body ?? '{}')).toMatchObject({ overrides });

  const next = mobileNumber();
  const plain = await account.post('/user/make_call', { assistant_id: assistant.id, phone_number: next });
  const untouched = await voice.callOn((await voice.dialTo(next)).answer());
  expect(untouched.assistant).toMatchObject({
    settings: {
      maxDurationMs: 600_000,
      voice: { voice: expect.not.stringMatching(call.assistant.settings.voice.voice) },
    },
    persona: { systemPrompt: assistant['system_prompt'], language: 'English' },
  });
  expect((await account.get(`/user/calls/${plain.body.call_id}`)).body.overrides).toBeNull();
});

test('refuses overrides that an update of the assistant would refuse', async () => {
  const account = await server.account();
  const assistant = await outboundAssistant(account);
  const fitting = new Set((await voicesOf(account, 'pipeline')).map(({ id }) => id));
  const foreign = (await voicesOf(account, 'multimodal')).find(({ id }) => !fitting.has(id));
  const { multimodal_model_id } = await modeFields(account, 'multimodal');
  const refused: [Record<string, unknown>, string[]][] = [
    [{ voice_id: foreign?.id }, ['overrides.voice_id']],
    [{ voice_id: 9_000_000 }, ['overrides.voice_id']],
    [{ language_id: 9_000_000, llm_model_id: null }, ['overrides.language_id', 'overrides.llm_model_id']],
    [{ multimodal_model_id }, ['overrides.multimodal_model_id']],
    [
      { max_duration: 5000, initial_message: 'x'.repeat(201) },
      ['overrides.initial_message', 'overrides.max_duration'],
    ],
    [{ variables: { '{x}': 1 } }, ['overrides.variables.{x}']],
    [{ prompt: 'You collect debts.' }, ['overrides']],
  ];
  for (const [overrides, fields] of refused) {
    const order = { assistant_id: assistant.id, phone_number: mobileNumber(), overrides };
    const { status, body } = await account.post('/user/make_call', order);
    expect([status, Object.keys(body.errors ?? {}).sort()], JSON.stringify(overrides)).toEqual([422, fields]);
  }
  expect((await account.get('/user/calls')).body.total).toBe(0);
});
