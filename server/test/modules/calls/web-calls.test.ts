import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createAssistant } from '../../kit/assistants.ts';
import { callOnce, endedCall } from '../../kit/calls.ts';
import { eventually } from '../../kit/eventually.ts';
import { addMember, type Member, ownerOf } from '../../kit/members.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Answer, Client, TestServer } from '../../kit/test-server.ts';
import { openPhone } from '../../kit/voice/browser-phone.ts';

let server: TestServer;
let account: Client;

beforeAll(async () => {
  server = await sharedServer();
  account = await server.account();
});

async function opened(fields: Record<string, unknown> = {}): Promise<{ id: number; mediaUrl: string }> {
  const { id } = await createAssistant(account, { initial_message: 'Mill Inn, good evening.', ...fields });
  const { status, body, text } = await account.post('/user/calls/web', { assistant_id: id });
  expect(status, text).toBe(200);
  return { id: body.data.call_id, mediaUrl: body.data.media_url };
}

test('the assistant answers typed text with speech', async () => {
  const { id, mediaUrl } = await opened({
    record: true,
    system_prompt: 'You help guests. Breakfast is at seven.',
  });
  const phone = await openPhone(mediaUrl);
  await phone.message(({ type }) => type === 'ready');
  await phone.message(({ type, sender }) => type === 'transcript' && sender === 'bot');
  expect(phone.transcript()).toEqual(['bot: Mill Inn, good evening.']);
  expect(phone.loudest()).toBeGreaterThan(1000);
  phone.type('When is breakfast?');
  await eventually(
    async () => phone.transcript().length,
    (count) => count >= 3,
  );
  expect(phone.transcript()[1]).toBe('human: When is breakfast?');
  expect(phone.transcript()[2]).toContain('seven');
  phone.hangUp();
  await phone.closed;
  const call = await endedCall(account, id);
  expect(call).toMatchObject({ type: 'web', status: 'ended_by_customer', total_cost: 0.1, carrier_cost: 0 });
  expect(call.transcript.length).toBeGreaterThanOrEqual(3);
  expect(call.latency.length).toBeGreaterThan(0);
  const recording = await (await fetch(call.recording_url)).arrayBuffer();
  expect(recording.byteLength).toBeGreaterThan(16_000);
});

test('ambient_sound is audible during silence, unless it is off', async () => {
  const quiet = { wait_for_customer: true, ambient_sound_volume: 1 };
  const office = await opened({ ...quiet, ambient_sound: 'office' });
  const inTheOffice = await openPhone(office.mediaUrl);
  await eventually(
    async () => inTheOffice.loudest(),
    (loudest) => loudest > 1000,
  );
  inTheOffice.hangUp();
  // By now the ambience is loaded for every call.
  const nowhere = await opened({ ...quiet, ambient_sound: 'off' });
  const inTheQuiet = await openPhone(nowhere.mediaUrl);
  await eventually(
    async () => inTheQuiet.heardMs(),
    (ms) => ms > 1500,
  );
  expect(inTheQuiet.loudest()).toBe(0);
  inTheQuiet.hangUp();
  for (const { id } of [office, nowhere]) {
    expect(await endedCall(account, id)).toMatchObject({ status: 'ended_by_customer', transcript: [] });
  }
});

async function requireSecondFactor(): Promise<Answer> {
  const owner = await ownerOf(server, account);
  await server.database.query(
    `insert into second_factors (person_id, sealed_secret, confirmed_at) values ($1, 'secret', now())
     on conflict do nothing`,
    [owner.personId],
  );
  onTestFinished(async () => {
    await owner.put('/user/second-factor/requirement', { required: false });
  });
  return owner.put('/user/second-factor/requirement', { required: true });
}

test.each([
  ['logs out', (member: Member) => member.post('/logout')],
  ['is removed', (member: Member) => account.delete(`/user/members/${member.personId}`)],
  ['lacks a second factor that is now required', requireSecondFactor],
])('ends the call of a member who %s', async (_, leave) => {
  const member = await addMember(server, account, 'agent');
  const { id } = await createAssistant(account, { initial_message: 'Mill Inn, good evening.' });
  const calls = await Promise.all(
    [member, account].map((caller) => caller.post('/user/calls/web', { assistant_id: id })),
  );
  const [own, byKey] = await Promise.all(calls.map(({ body }) => openPhone(body.data.media_url)));
  await own?.message(({ type }) => type === 'ready');
  expect((await leave(member)).status).toBe(200);
  await own?.closed;
  // The call of an API key continues.
  expect((await account.get(`/user/calls/${calls[1]?.body.data.call_id}`)).body.status).toBe('in-progress');
  byKey?.hangUp();
  await byKey?.closed;
});

test('a token opens its call once', async () => {
  const { id, mediaUrl } = await opened();
  const phone = await openPhone(mediaUrl);
  await expect(openPhone(mediaUrl)).rejects.toThrow('404');
  await account.post(`/user/calls/${id}/hang-up`);
  await phone.closed;
  expect(await endedCall(account, id)).toMatchObject({
    status: 'completed',
    end_reason: 'The account ended the call.',
  });
  await expect(openPhone(`${mediaUrl.slice(0, -5)}wrong`)).rejects.toThrow('404');
});

test('a call that no client joins is ended', async () => {
  const { id, mediaUrl } = await opened();
  await server.database.query(
    `update calls set media_expires_at = clock_timestamp() - interval '1 second' where id = $1`,
    [id],
  );
  await expect(openPhone(mediaUrl)).rejects.toThrow('404');
  await account.post(`/user/calls/${id}/hang-up`);
  expect(await callOnce(account, id, ({ status }) => status === 'failed')).toMatchObject({ total_cost: 0 });
});

test('the page is notified when the call is transferred to a person', async () => {
  const number = await account.post('/sandbox/phone-numbers', { type: 'normal' });
  const transfer = {
    type: 'call_transfer',
    phone_number: '+40721000000',
    description: 'Transfers the caller to a colleague.',
  };
  const { id, mediaUrl } = await opened({ phone_number_id: number.body.data.id, tools: [transfer] });
  const phone = await openPhone(mediaUrl);
  await phone.message(({ type }) => type === 'transcript');
  phone.type('Please transfer me to a colleague.');
  await phone.message(({ type }) => type === 'transferred');
  phone.hangUp();
  await phone.closed;
  await endedCall(account, id);
});

test('an assistant of another account is not found, and an account without balance cannot start a call', async () => {
  const otherAccount = await server.account();
  const { id } = await createAssistant(account);
  expect((await otherAccount.post('/user/calls/web', { assistant_id: id })).status).toBe(404);
  const { id: own } = await createAssistant(otherAccount);
  const empty = { body: '{"amount":0}', headers: { 'content-type': 'application/json' } };
  await otherAccount.request('PUT', '/sandbox/balance', empty);
  expect((await otherAccount.post('/user/calls/web', { assistant_id: own })).status).toBe(422);
});
