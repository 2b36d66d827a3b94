import { afterAll, beforeAll, expect, test } from 'vitest';
import { WEEKDAYS } from '#contract/campaigns.ts';
import { dialsTo, leadOnce, noAnswer } from '../../kit/campaign-dials.ts';
import { wallClock } from '../../kit/campaigns/local-hours.ts';
import { createCampaign, createLead, dayWithoutCalls, setStatus } from '../../kit/campaigns.ts';
import { insertNumber } from '../../kit/owned-rows.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';
import { type ScriptedVoice, scriptedVoice } from '../../kit/voice/scripted-calls.ts';

/** Eight or nine hours apart, so that it is always night in one of them. */
const PLACES = [
  { prefix: '+1310555', zone: 'America/Los_Angeles' },
  { prefix: '+44207946', zone: 'Europe/London' },
  { prefix: '+8135555', zone: 'Asia/Tokyo' },
];
const ALWAYS = {
  allowed_hours_start_time: '00:00',
  allowed_hours_end_time: '23:59',
  allowed_days: [...WEEKDAYS],
};

let server: TestServer;
let voice: ScriptedVoice;
let account: Client;

beforeAll(async () => {
  voice = scriptedVoice(['sandbox', 'sip']);
  server = await startTestServer({ overrides: { voice: voice.overrides } });
  account = await server.account();
});
afterAll(async () => {
  for (const dial of voice.dials) dial.tell(noAnswer);
  await server.stop();
});

let count = 0;
/** A number in a zone where it is night now. */
function asleep(): string {
  const place = PLACES.find(({ zone }) => {
    const { minute } = wallClock(new Date(), zone);
    return minute >= 22 * 60 || minute < 7 * 60;
  });
  if (place === undefined) throw new Error('It is day everywhere.');
  count += 1;
  return `${place.prefix}${String(1000 + count)}`;
}

test('accepts numbers in all zones that these tests use', async () => {
  const { id } = await createCampaign(account, {});
  for (const { prefix } of PLACES)
    await createLead(account, { campaign_id: id, phone_number: `${prefix}1000` });
});

async function realNumber(): Promise<number> {
  const id = await insertNumber(account);
  await server.database.query(`update phone_numbers set provider = 'sip' where id = $1`, [id]);
  return id;
}

/** Creates a campaign on these numbers with one lead where it is night. @returns its id and the lead's number */
async function nightly(phone_number_ids: number[], fields = {}): Promise<{ id: number; to: string }> {
  const to = asleep();
  const { id } = await createCampaign(account, { ...ALWAYS, phone_number_ids, ...fields });
  await createLead(account, { campaign_id: id, phone_number: to });
  return { id, to };
}

test('calls from sandbox numbers at any hour', async () => {
  const { id, to } = await nightly([await insertNumber(account)]);
  expect((await setStatus(account, id, 'start')).status).toBe(200);
  await dialsTo([voice], [to], 1);
  await leadOnce(account, id, ({ status }) => status === 'processing');
});

test('one real number makes legal hours apply', async () => {
  const numbers = [[await realNumber()], [await insertNumber(account), await realNumber()]];
  for (const ids of numbers) {
    const { id, to } = await nightly(ids);
    expect((await setStatus(account, id, 'start')).status).toBe(200);
    const lead = await leadOnce(account, id, ({ waiting }) => waiting?.code === 'called-party-hours');
    expect(lead).toMatchObject({ status: 'created', call_tries: 0 });
    const report = await account.get(`/user/campaign/${id}/report`);
    expect(report.body.data.waiting).toMatchObject([{ code: 'called-party-hours', leads: 1 }]);
    expect(voice.dials.filter(({ request }) => request.to === to)).toEqual([]);
  }
});

test('adding a real number to a running campaign applies legal hours', async () => {
  const sandbox = await insertNumber(account);
  const { id, to } = await nightly([sandbox], { max_calls_in_parallel: 1 });
  expect((await setStatus(account, id, 'start')).status).toBe(200);
  await dialsTo([voice], [to], 1);
  const changed = await account.put(`/user/campaign/${id}`, {
    phone_number_ids: [sandbox, await realNumber()],
  });
  expect(changed.status, changed.text).toBe(200);
  const late = asleep();
  const lead = await createLead(account, { campaign_id: id, phone_number: late });
  (await voice.dialTo(to)).tell(noAnswer);
  await leadOnce(account, id, ({ status }) => status !== 'processing');
  const { body } = await account.get(`/user/leads?campaign_id=${id}&per_page=100`);
  expect(body.data.find((one: { id: number }) => one.id === lead.id)).toMatchObject({
    waiting: { code: 'called-party-hours' },
  });
  expect(voice.dials.filter(({ request }) => request.to === late)).toEqual([]);
});

test("a campaign's own hours and unknown zones hold in the sandbox too", async () => {
  const numbers = [await insertNumber(account)];
  const { id } = await nightly(numbers, { allowed_days: [dayWithoutCalls()] });
  expect((await setStatus(account, id, 'start')).status).toBe(200);
  await leadOnce(account, id, ({ waiting }) => waiting?.code === 'campaign-days');
  const nowhere = await createCampaign(account, { ...ALWAYS, phone_number_ids: numbers });
  await createLead(account, { campaign_id: nowhere.id, phone_number: '+881612345678' });
  expect((await setStatus(account, nowhere.id, 'start')).status).toBe(400);
});
