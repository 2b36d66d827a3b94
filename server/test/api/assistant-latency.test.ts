import { afterAll, beforeAll, expect, test } from 'vitest';
import { endedCall, makeCall, mobileNumber, outboundAssistant } from '../kit/calls.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';
import { type ScriptedVoice, scriptedVoice } from '../kit/voice/scripted-calls.ts';

let server: TestServer;
let voice: ScriptedVoice;
let account: Client;
let id: number;

beforeAll(async () => {
  voice = scriptedVoice();
  server = await startTestServer({ overrides: { voice: voice.overrides } });
  account = await server.account();
  ({ id } = await outboundAssistant(account));
});
afterAll(() => server.stop());

interface Answered {
  endpointMs: number;
  transcriptMs: number | null;
  modelMs: number;
  speechMs: number;
  totalMs: number;
}

/** A call with one answer after the other. */
async function callWith(answers: readonly Answered[]): Promise<void> {
  const to = mobileNumber();
  const callId = await makeCall(account, { assistant_id: id, phone_number: to });
  const call = await voice.callOn((await voice.dialTo(to)).answer());
  for (const [index, latency] of answers.entries()) {
    const sinceMs = index * 1000;
    call.happen({ type: 'turn-answered', atMs: sinceMs + 500, sinceMs, replyId: String(index), latency });
  }
  call.end();
  await endedCall(account, callId);
}

const latency = async (client: Client) => client.get(`/user/assistant/${id}/latency`);

test('nothing is known of an assistant that has answered nobody', async () => {
  const { status, body } = await latency(account);
  expect(status).toBe(200);
  expect(body.data).toEqual({
    ...{ answers: 0, endpoint_ms: null, transcript_ms: null, model_ms: null },
    ...{ speech_ms: null, total_ms: null, slow_total_ms: null },
  });
});

test('the mean of the last fifty answers, over its calls; what was not measured counts for nothing', async () => {
  const old = { endpointMs: 9000, transcriptMs: 9000, modelMs: 9000, speechMs: 9000, totalMs: 36_000 };
  await callWith([old, old]);
  await callWith([{ endpointMs: 500, transcriptMs: null, modelMs: 400, speechMs: 100, totalMs: 1000 }]);
  const even = { endpointMs: 600, transcriptMs: 100, modelMs: 300, speechMs: 200, totalMs: 1200 };
  await callWith(Array.from({ length: 49 }, () => even));
  const { body } = await latency(account);
  expect(body.data).toEqual({
    ...{ answers: 50, endpoint_ms: 598, transcript_ms: 100, model_ms: 302 },
    ...{ speech_ms: 198, total_ms: 1196, slow_total_ms: 1200 },
  });
});

test('others know nothing of it, and it goes with the assistant', async () => {
  expect(await latency(await server.account())).toMatchObject({
    status: 404,
    body: { message: 'Assistant not found.' },
  });
  await account.delete(`/user/assistant/${id}`);
  expect((await latency(account)).status).toBe(404);
});
