import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RoutesByProvider } from '../../src/compose/voice-routes.ts';
import { mobileNumber, outboundAssistant } from '../kit/calls.ts';
import { AT_ANY_HOUR, campaignOnce, dialsTo, noAnswer } from '../kit/campaign-dials.ts';
import { createCampaign, createLead, setStatus } from '../kit/campaigns.ts';
import { eventually } from '../kit/eventually.ts';
import { scriptedModel } from '../kit/scripted-model.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';
import { type ScriptedVoice, scriptedVoice } from '../kit/voice/scripted-calls.ts';

/** Three processes of one installation, of which one alone can dial over the sandbox carrier. */
let able: TestServer;
let voice: ScriptedVoice;
let withoutLine: TestServer;
let withoutCarrier: TestServer;
/** Numbers over which the one without a carrier could call, each time that it looked for a line. */
const soughtRoutes: number[] = [];
/** It knows a model beside those of all. */
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
      ...{ environment: AT_ANY_HOUR, beside: able.testDatabase },
    });
  withoutLine = await beside(new Map([['sandbox', async () => null]]));
  const seekRoute = async ({ id }: { id: number }): Promise<null> => {
    soughtRoutes.push(id);
    return null;
  };
  withoutCarrier = await beside(new Map([['sip', seekRoute]]));
  account = await able.account();
  token = account.token ?? '';
});
afterAll(async () => {
  for (const dial of voice.dials) dial.tell(noAnswer);
  for (const server of [withoutCarrier, withoutLine, able]) await server.stop();
});

/** A campaign that the process without a carrier looks for a line for. */
async function startOverSip(owner: Client): Promise<{ id: number; numberId: number }> {
  const trunk = await owner.post('/user/phone-numbers/sip-trunks', {
    ...{ sip_trunk_type: 'number', phone_number: mobileNumber(), sip_address: '127.0.0.1:9' },
    ...{ inbound_authorization_type: 'ip', allowed_inbound_ips: ['127.0.0.0/8'] },
  });
  const numberId: number = trunk.body.data.id;
  const { id } = await createCampaign(owner, { phone_number_ids: [numberId] });
  await createLead(owner, { campaign_id: id, phone_number: mobileNumber() });
  const started = await setStatus(withoutCarrier.client(owner.token ?? ''), id, 'start');
  expect(started.status, started.text).toBe(200);
  return { id, numberId };
}

/**
 * Resolves when the process without a carrier has looked at all that it was told of before. What it is told of later it looks at
 * along with that, or later: behind a second one the look with the first is over.
 */
async function hasLooked(): Promise<void> {
  const owner = await able.account();
  for (const _ of ['first', 'second']) {
    const { numberId } = await startOverSip(owner);
    await eventually(
      async () => soughtRoutes,
      (sought) => sought.includes(numberId),
    );
  }
}

test('a process without a line for a campaign does not complete it over the heads of its leads', async () => {
  const { id } = await createCampaign(account);
  const number = mobileNumber();
  await createLead(account, { campaign_id: id, phone_number: number });
  const started = await setStatus(withoutLine.client(token), id, 'start');
  expect(started.status, started.text).toBe(200);
  expect(await dialsTo([voice], [number], 1)).toHaveLength(1);
  expect(await campaignOnce(account, id, () => true)).toMatchObject({ status: 'in-progress' });
});

test('a process that is not configured for the carrier of a campaign does not stop it', async () => {
  const { id } = await createCampaign(account, { max_calls_in_parallel: 1 });
  const numbers = [mobileNumber(), mobileNumber()];
  for (const phone_number of numbers) await createLead(account, { campaign_id: id, phone_number });
  await setStatus(account, id, 'start');
  const [first] = await dialsTo([voice], numbers, 1);
  const changed = await withoutCarrier.client(token).put(`/user/campaign/${id}`, { name: 'Autumn' });
  expect(changed.status, changed.text).toBe(200);
  await hasLooked();
  first?.tell(noAnswer);
  expect(await dialsTo([voice], numbers, 2)).toHaveLength(2);
  expect(await campaignOnce(account, id, () => true)).toMatchObject({
    ...{ status: 'in-progress', stop_reason: null },
  });
});

test('a process without a line leaves the instants of a campaign to those who have one', async () => {
  const owner = await able.account();
  const { id, numberId } = await startOverSip(owner);
  await eventually(
    async () => soughtRoutes,
    (sought) => sought.includes(numberId),
  );
  await able.database.query(`update leads set due_at = now() + interval '1 hour' where campaign_id = $1`, [
    id,
  ]);
  const before = soughtRoutes.length;
  const changed = await withoutCarrier
    .client(owner.token ?? '')
    .put(`/user/campaign/${id}`, { name: 'Autumn' });
  expect(changed.status, changed.text).toBe(200);
  await hasLooked();
  const looks = soughtRoutes.slice(before).filter((sought) => sought === numberId);
  // The change, and sweeps: not again and again.
  expect(looks.length).toBeGreaterThan(0);
  expect(looks.length).toBeLessThan(10);
});

/** An assistant whose model one process alone knows, and the model that it had before. */
async function assistantOfRareModel(owner: Client, { database }: TestServer) {
  const assistant = await outboundAssistant(owner);
  const [row] = await database.query<{ id: number }>('select id::int from models where code = $1', [
    model.id,
  ]);
  const chosen = await owner.put(`/user/assistant/${assistant.id}`, { llm_model_id: row?.id });
  expect(chosen.status, chosen.text).toBe(200);
  return { id: assistant.id, commonModelId: assistant.llm_model_id };
}

const standBacks = (campaignId: number): Promise<{ version: string }[]> =>
  able.database.query('select version from campaign_standbacks where campaign_id = $1', [campaignId]);

/** A campaign that one process calls for, and that the one without its model has noted to stand back from. */
async function campaignStoodBackFrom() {
  const { id: assistantId, commonModelId } = await assistantOfRareModel(account, able);
  const { id } = await createCampaign(account, { assistant_id: assistantId });
  const number = mobileNumber();
  await createLead(account, { campaign_id: id, phone_number: number });
  await setStatus(withoutLine.client(token), id, 'start');
  await dialsTo([voice], [number], 1);
  await eventually(
    () => standBacks(id),
    ({ length }) => length === 1,
  );
  return { id, assistantId, commonModelId };
}

test('a process that lacks the model of a campaign leaves it to one that has it', async () => {
  const assistant = await assistantOfRareModel(account, able);
  const { id } = await createCampaign(account, { assistant_id: assistant.id, max_calls_in_parallel: 1 });
  const numbers = [mobileNumber(), mobileNumber()];
  for (const phone_number of numbers) await createLead(account, { campaign_id: id, phone_number });
  await setStatus(withoutLine.client(token), id, 'start');
  const [first] = await dialsTo([voice], numbers, 1);
  const [before] = await eventually(
    () => standBacks(id),
    ({ length }) => length === 1,
  );
  await withoutCarrier.client(token).put(`/user/campaign/${id}`, { name: 'Autumn' });
  // It has looked again, at the campaign as it is now.
  await eventually(
    () => standBacks(id),
    ([now]) => now !== undefined && now.version !== before?.version,
  );
  first?.tell(noAnswer);
  expect(await dialsTo([voice], numbers, 2)).toHaveLength(2);
  const known = { status: 'in-progress', stop_reason: null };
  expect(await campaignOnce(account, id, () => true)).toMatchObject(known);
});

test('a process that has what a campaign needs again stands back no more', async () => {
  const { id, commonModelId, assistantId } = await campaignStoodBackFrom();
  const common = { llm_model_id: commonModelId };
  expect((await account.put(`/user/assistant/${assistantId}`, common)).status).toBe(200);
  await eventually(
    () => standBacks(id),
    ({ length }) => length === 0,
  );
  expect(await campaignOnce(account, id, () => true)).toMatchObject({ status: 'in-progress' });
});

test('whoever stands back from a campaign takes that back when it runs no more', async () => {
  const { id } = await campaignStoodBackFrom();
  expect((await setStatus(withoutLine.client(token), id, 'stop')).status).toBe(200);
  await eventually(
    () => standBacks(id),
    ({ length }) => length === 0,
  );
});

test('what is noted of a campaign that ended unheard is forgotten', async () => {
  const { id } = await campaignStoodBackFrom();
  // As another process does whose word of it is lost.
  await able.database.query(`update campaigns set status = 'completed' where id = $1`, [id]);
  await eventually(
    () => standBacks(id),
    ({ length }) => length === 0,
  );
});

test('a process that calls for no campaigns is not waited for: nobody is left who has the model', async () => {
  const idle = await startTestServer({
    overrides: { voice: scriptedVoice().overrides, languageModels: [model] },
    environment: { ...AT_ANY_HOUR, PARLEY_CAMPAIGN_SHARE: '0' },
  });
  const lacking = await startTestServer({
    overrides: { voice: scriptedVoice().overrides },
    ...{ environment: AT_ANY_HOUR, beside: idle.testDatabase },
  });
  const owner = await idle.account();
  const assistant = await assistantOfRareModel(owner, idle);
  const { id } = await createCampaign(owner, { assistant_id: assistant.id });
  await createLead(owner, { campaign_id: id, phone_number: mobileNumber() });
  // Whoever calls for none tells the others.
  expect((await setStatus(owner, id, 'start')).status).toBe(200);
  const stopped = await campaignOnce(owner, id, ({ status }) => status === 'stopped');
  expect(stopped.stop_reason).toContain(model.id);
  for (const server of [lacking, idle]) await server.stop();
});
