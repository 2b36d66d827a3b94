import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RoutesByProvider } from '../../../src/compose/voice-routes.ts';
import { mobileNumber, outboundAssistant } from '../../kit/calls.ts';
import { AT_ANY_HOUR, campaignOnce, dialsTo, noAnswer } from '../../kit/campaign-dials.ts';
import { createCampaign, createLead, setStatus } from '../../kit/campaigns.ts';
import { eventually } from '../../kit/eventually.ts';
import { scriptedModel } from '../../kit/scripted-model.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';
import { type ScriptedVoice, scriptedVoice } from '../../kit/voice/scripted-calls.ts';

/** Three processes of one installation; only one can dial over the sandbox carrier. */
let able: TestServer;
let voice: ScriptedVoice;
let withoutRoute: TestServer;
let withoutCarrier: TestServer;
/** Ids of the numbers for which the process without a carrier looked up a route. */
const routeLookUpIds: number[] = [];
/** A model that only `able` has. */
const model = scriptedModel('scripted/campaigns', []);
let account: Client;
let token: string;

beforeAll(async () => {
  voice = scriptedVoice();
  able = await startTestServer({
    overrides: { voice: voice.overrides, languageModels: [model] },
    environment: AT_ANY_HOUR,
  });
  const beside = (outboundRoutes: RoutesByProvider): Promise<TestServer> =>
    startTestServer({
      overrides: { voice: { ...scriptedVoice().overrides, outboundRoutes } },
      environment: AT_ANY_HOUR,
      beside: able.testDatabase,
    });
  withoutRoute = await beside(new Map([['sandbox', async () => null]]));
  const seekRoute = async ({ id }: { id: number }): Promise<null> => {
    routeLookUpIds.push(id);
    return null;
  };
  withoutCarrier = await beside(new Map([['sip', seekRoute]]));
  account = await able.account();
  token = account.token ?? '';
});
afterAll(async () => {
  for (const dial of voice.dials) dial.tell(noAnswer);
  for (const server of [withoutCarrier, withoutRoute, able]) await server.stop();
});

/** Starts a campaign for which the process without a carrier looks up a route. */
async function startOverSip(owner: Client): Promise<{ id: number; numberId: number }> {
  const trunk = await owner.post('/user/phone-numbers/sip-trunks', {
    sip_trunk_type: 'number',
    phone_number: mobileNumber(),
    sip_address: '127.0.0.1:9',
    inbound_authorization_type: 'ip',
    allowed_inbound_ips: ['127.0.0.0/8'],
  });
  const numberId: number = trunk.body.data.id;
  const { id } = await createCampaign(owner, { phone_number_ids: [numberId] });
  await createLead(owner, { campaign_id: id, phone_number: mobileNumber() });
  const started = await setStatus(withoutCarrier.client(owner.token ?? ''), id, 'start');
  expect(started.status, started.text).toBe(200);
  return { id, numberId };
}

/**
 * Resolves when the process without a carrier has handled earlier notifications: a second campaign is scheduled in the
 * same or a later pass.
 */
async function passesFinished(): Promise<void> {
  const owner = await able.account();
  for (const _ of ['first', 'second']) {
    const { numberId } = await startOverSip(owner);
    await eventually(
      async () => routeLookUpIds,
      (lookedUp) => lookedUp.includes(numberId),
    );
  }
}

test('a process without a route does not complete a campaign with waiting leads', async () => {
  const { id } = await createCampaign(account);
  const number = mobileNumber();
  await createLead(account, { campaign_id: id, phone_number: number });
  const started = await setStatus(withoutRoute.client(token), id, 'start');
  expect(started.status, started.text).toBe(200);
  expect(await dialsTo([voice], [number], 1)).toHaveLength(1);
  expect(await campaignOnce(account, id, () => true)).toMatchObject({ status: 'in-progress' });
});

test('a process without the carrier does not stop the campaign', async () => {
  const { id } = await createCampaign(account, { max_calls_in_parallel: 1 });
  const numbers = [mobileNumber(), mobileNumber()];
  for (const phone_number of numbers) await createLead(account, { campaign_id: id, phone_number });
  await setStatus(account, id, 'start');
  const [first] = await dialsTo([voice], numbers, 1);
  const changed = await withoutCarrier.client(token).put(`/user/campaign/${id}`, { name: 'Autumn' });
  expect(changed.status, changed.text).toBe(200);
  await passesFinished();
  first?.tell(noAnswer);
  expect(await dialsTo([voice], numbers, 2)).toHaveLength(2);
  expect(await campaignOnce(account, id, () => true)).toMatchObject({
    status: 'in-progress',
    stop_reason: null,
  });
});

test('a process without a route leaves scheduling to others', async () => {
  const owner = await able.account();
  const { id, numberId } = await startOverSip(owner);
  await eventually(
    async () => routeLookUpIds,
    (lookedUp) => lookedUp.includes(numberId),
  );
  await able.database.query(`update leads set due_at = now() + interval '1 hour' where campaign_id = $1`, [
    id,
  ]);
  const before = routeLookUpIds.length;
  const changed = await withoutCarrier
    .client(owner.token ?? '')
    .put(`/user/campaign/${id}`, { name: 'Autumn' });
  expect(changed.status, changed.text).toBe(200);
  await passesFinished();
  const routeLookUps = routeLookUpIds.slice(before).filter((lookedUp) => lookedUp === numberId);
  // Look-ups happen only after the change and in sweeps.
  expect(routeLookUps.length).toBeGreaterThan(0);
  expect(routeLookUps.length).toBeLessThan(10);
});

/** Creates an assistant with a model that only one process has. @returns its id and that of its previous model */
async function assistantOfRareModel(owner: Client, { database }: TestServer) {
  const assistant = await outboundAssistant(owner);
  const [row] = await database.query<{ id: number }>('select id::int from models where code = $1', [
    model.id,
  ]);
  const chosen = await owner.put(`/user/assistant/${assistant.id}`, { llm_model_id: row?.id });
  expect(chosen.status, chosen.text).toBe(200);
  return { id: assistant.id, commonModelId: assistant.llm_model_id };
}

const ineligibleProcesses = (campaignId: number): Promise<{ version: string }[]> =>
  able.database.query('select version from campaign_standbacks where campaign_id = $1', [campaignId]);

/** Starts a campaign that one process dials, and for which the process without its model is marked ineligible. */
async function ineligibleCampaign() {
  const { id: assistantId, commonModelId } = await assistantOfRareModel(account, able);
  const { id } = await createCampaign(account, { assistant_id: assistantId });
  const number = mobileNumber();
  await createLead(account, { campaign_id: id, phone_number: number });
  await setStatus(withoutRoute.client(token), id, 'start');
  await dialsTo([voice], [number], 1);
  await eventually(
    () => ineligibleProcesses(id),
    ({ length }) => length === 1,
  );
  return { id, assistantId, commonModelId };
}

test('a process without the model leaves the campaign to one that has it', async () => {
  const assistant = await assistantOfRareModel(account, able);
  const { id } = await createCampaign(account, { assistant_id: assistant.id, max_calls_in_parallel: 1 });
  const numbers = [mobileNumber(), mobileNumber()];
  for (const phone_number of numbers) await createLead(account, { campaign_id: id, phone_number });
  await setStatus(withoutRoute.client(token), id, 'start');
  const [first] = await dialsTo([voice], numbers, 1);
  const [before] = await eventually(
    () => ineligibleProcesses(id),
    ({ length }) => length === 1,
  );
  await withoutCarrier.client(token).put(`/user/campaign/${id}`, { name: 'Autumn' });
  // The process without the model has made another pass over the changed campaign.
  await eventually(
    () => ineligibleProcesses(id),
    ([now]) => now !== undefined && now.version !== before?.version,
  );
  first?.tell(noAnswer);
  expect(await dialsTo([voice], numbers, 2)).toHaveLength(2);
  const known = { status: 'in-progress', stop_reason: null };
  expect(await campaignOnce(account, id, () => true)).toMatchObject(known);
});

test('a process becomes eligible again once it has what the campaign needs', async () => {
  const { id, commonModelId, assistantId } = await ineligibleCampaign();
  const common = { llm_model_id: commonModelId };
  expect((await account.put(`/user/assistant/${assistantId}`, common)).status).toBe(200);
  await eventually(
    () => ineligibleProcesses(id),
    ({ length }) => length === 0,
  );
  expect(await campaignOnce(account, id, () => true)).toMatchObject({ status: 'in-progress' });
});

test('ineligibility is cleared when the campaign stops', async () => {
  const { id } = await ineligibleCampaign();
  expect((await setStatus(withoutRoute.client(token), id, 'stop')).status).toBe(200);
  await eventually(
    () => ineligibleProcesses(id),
    ({ length }) => length === 0,
  );
});

test('ineligibility of a campaign that ended unnoticed is cleared by the sweep', async () => {
  const { id } = await ineligibleCampaign();
  // As if another process had completed the campaign and its notification was lost.
  await able.database.query(`update campaigns set status = 'completed' where id = $1`, [id]);
  await eventually(
    () => ineligibleProcesses(id),
    ({ length }) => length === 0,
  );
});

test('non-dialer processes are ignored when no dialer has the model', async () => {
  const idle = await startTestServer({
    overrides: { voice: scriptedVoice().overrides, languageModels: [model] },
    environment: { ...AT_ANY_HOUR, PARLEY_CAMPAIGN_SHARE: '0' },
  });
  const lacking = await startTestServer({
    overrides: { voice: scriptedVoice().overrides },
    environment: AT_ANY_HOUR,
    beside: idle.testDatabase,
  });
  const owner = await idle.account();
  const assistant = await assistantOfRareModel(owner, idle);
  const { id } = await createCampaign(owner, { assistant_id: assistant.id });
  await createLead(owner, { campaign_id: id, phone_number: mobileNumber() });
  // A non-dialer process notifies the others.
  expect((await setStatus(owner, id, 'start')).status).toBe(200);
  const stopped = await campaignOnce(owner, id, ({ status }) => status === 'stopped');
  expect(stopped.stop_reason).toContain(model.id);
  for (const server of [lacking, idle]) await server.stop();
});
