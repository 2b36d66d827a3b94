import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { outboundAssistant } from '../kit/calls.ts';
import { AT_ANY_HOUR, leadsOf } from '../kit/campaign-dials.ts';
import { createCampaign, createLead, setStatus } from '../kit/campaigns.ts';
import { eventually } from '../kit/eventually.ts';
import { type FakeModelServer, startFakeModelServer } from '../kit/fake-model-server.ts';
import { type LoopbackServer, startLoopbackServer } from '../kit/loopback-server.ts';
import { type Answer, type Client, startTestServer, type TestServer } from '../kit/test-server.ts';

/** More than the parallel calls, so that the campaign stops before all leads are called. */
const LEADS = 24;

let model: FakeModelServer;
let mute: LoopbackServer;
let server: TestServer;
let account: Client;

beforeAll(async () => {
  model = await startFakeModelServer({ kind: 'status', status: 500 });
  mute = await startLoopbackServer((_request, response) => response.writeHead(503).end());
  server = await startTestServer({
    environment: {
      ...AT_ANY_HOUR,
      PARLEY_LLM_BASE_URL: model.baseUrl,
      PARLEY_LLM_MODELS: 'broken',
      PARLEY_TTS_BASE_URL: `${mute.origin}/v1`,
      PARLEY_TTS_MODEL: 'mute',
      PARLEY_TTS_VOICES: 'mute=Mute',
      PARLEY_FALLBACK_SYNTHESIZER: 'off',
    },
  });
});
afterAll(async () => {
  await server.stop();
  await Promise.all([model.close(), mute.close()]);
});
beforeEach(async () => {
  account = await server.account();
});

const MODELS = '/user/assistants/models?type=llm';
const VOICES = '/user/assistants/voices?mode=pipeline&language_id=1';

async function idOf(path: string, name: string): Promise<number> {
  const { body } = await account.get(path);
  return body.find((one: { name: string }) => one.name.includes(name)).id;
}

/** Fields of an assistant with a working voice and a model that fails every request. */
async function withoutModel(): Promise<Record<string, unknown>> {
  return { llm_model_id: await idOf(MODELS, 'broken'), voice_id: await idOf(VOICES, 'SLT') };
}

/** Calls sandbox numbers, whose last digits determine their behavior, until the campaign is stopped. */
async function stoppedCampaign(
  assistantFields: Record<string, unknown>,
  ending: string,
): Promise<{ campaign: Answer['body']; calls: Answer['body'][] }> {
  const { id: assistant_id } = await outboundAssistant(account, {
    post_call_evaluation: false,
    initial_message: 'Hello, this is the mill.',
    ...assistantFields,
  });
  const { id } = await createCampaign(account, { assistant_id, max_calls_in_parallel: 10 });
  for (let index = 0; index < LEADS; index += 1) {
    const phone_number = `+40721${String(index).padStart(2, '0')}00${ending}`;
    await createLead(account, { campaign_id: id, phone_number });
  }
  expect((await setStatus(account, id, 'start')).status).toBe(200);
  const campaign = await eventually(
    async () => (await account.get(`/user/campaign/${id}`)).body.data,
    ({ status }) => status !== 'in-progress',
  );
  const page = await eventually(
    async () => (await account.get(`/user/calls?campaign_id=${id}&per_page=100`)).body,
    ({ data }) => data.every(({ status }: { status: string }) => !LIVE.has(status)),
  );
  return { campaign, calls: page.data };
}

const LIVE = new Set(['initiated', 'ringing', 'in-progress']);
const BLAMED = {
  status: 'stopped',
  stop_reason: expect.stringContaining('mostly because the assistant failed'),
};

test('stops a campaign with a reason when the model fails in every call', async () => {
  // These sandbox people write twice and get two error messages.
  const { campaign, calls } = await stoppedCampaign(await withoutModel(), '13');
  expect(campaign).toMatchObject(BLAMED);
  expect(calls.length).toBeGreaterThanOrEqual(10);
  expect(new Set(calls.map(({ status }) => status))).toEqual(new Set(['failed']));
  // Failed leads are called again when the campaign resumes.
  const leads = await leadsOf(account, campaign.id);
  const outcomes = new Set(leads.map(({ last_outcome, status }) => `${status} ${last_outcome}`));
  expect([...outcomes].filter((outcome) => outcome !== 'created null')).toEqual(['rescheduled broken']);
});

test('stops a campaign when people hang up on the apology of a failing model', async () => {
  const { campaign, calls } = await stoppedCampaign(await withoutModel(), '14');
  expect(campaign).toMatchObject(BLAMED);
  expect(new Set(calls.map(({ status }) => status))).toEqual(new Set(['ended_by_customer']));
});

test('stops a campaign with a reason when the voice fails', async () => {
  const voice_id = await idOf(VOICES, 'Mute');
  const { campaign, calls } = await stoppedCampaign({ voice_id }, '10');
  expect(campaign).toMatchObject(BLAMED);
  expect(new Set(calls.map(({ status }) => status))).toEqual(new Set(['failed']));
});
