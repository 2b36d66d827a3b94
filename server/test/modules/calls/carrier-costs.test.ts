import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CALL_ACCOUNT } from '../../kit/call-carrier-fake/call-carrier-fake.ts';
import { callOnce, endedCall, makeCall, mobileNumber, outboundAssistant } from '../../kit/calls.ts';
import { eventually } from '../../kit/eventually.ts';
import { type LoopbackServer, startLoopbackServer } from '../../kit/loopback-server.ts';
import { insertNumber } from '../../kit/owned-rows.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';
import {
  assistantSays,
  type ScriptedCall,
  type ScriptedVoice,
  scriptedVoice,
} from '../../kit/voice/scripted-calls.ts';

/** Prices in dollars by the carrier's call id; other calls have no price yet. */
const taken = new Map<string, string>();
let carrier: LoopbackServer;
let server: TestServer;
let voice: ScriptedVoice;
let account: Client;

beforeAll(async () => {
  carrier = await startLoopbackServer(({ url }, response) => {
    const sid = /\/Calls\/(.+)\.json$/.exec(url ?? '')?.[1] ?? '';
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ sid, price: taken.get(sid) ?? null, price_unit: 'USD' }));
  });
  voice = scriptedVoice(['sandbox', 'twilio', 'sip']);
  server = await startTestServer({
    overrides: { voice: voice.overrides },
    environment: {
      PARLEY_TWILIO_ACCOUNT_SID: CALL_ACCOUNT.accountSid,
      PARLEY_TWILIO_AUTH_TOKEN: CALL_ACCOUNT.authToken,
      PARLEY_TWILIO_API_URL: carrier.origin,
    },
  });
});
afterAll(async () => {
  await server.stop();
  await carrier.close();
});
beforeEach(async () => {
  account = await server.account();
});

/** Adds a number to the account as if it was bought at this carrier. */
async function numberAt(provider: string): Promise<number> {
  const id = await insertNumber(account);
  await server.database.query('update phone_numbers set provider = $2 where id = $1', [id, provider]);
  return id;
}

interface Held {
  id: number;
  call: ScriptedCall;
  /** The carrier's call id. */
  name: string;
}

/** Makes a call from a number of the account, and answers it. */
async function heldFrom(phone_number_id: number): Promise<Held> {
  const { id: assistant_id } = await outboundAssistant(account, { phone_number_id });
  const to = mobileNumber();
  const id = await makeCall(account, { assistant_id, phone_number: to });
  const dial = await voice.dialTo(to);
  const call = await voice.callOn(dial.answer());
  await callOnce(account, id, ({ status }) => status === 'in-progress');
  return { id, call, name: `carrier-${dial.request.attemptId}` };
}

/** Dials a transfer and answers it. @returns the carrier's call id */
async function transferred({ call }: Held, line: number | null, to = mobileNumber()): Promise<string> {
  call.host.dial({ to, from: null, line, ringingTimeMs: 9000 }, () => undefined);
  const dial = await voice.dialTo(to);
  dial.answer();
  return `carrier-${dial.request.attemptId}`;
}

async function costOf(id: number): Promise<number | null> {
  return (await account.get(`/user/calls/${id}`)).body.carrier_cost;
}

const timesAsked = (name: string): number =>
  carrier.requests.filter((request) => request.includes(name)).length;

/** Makes postponed price requests due now. */
const hurry = () =>
  server.database.query(
    `update graphile_worker._private_jobs set run_at = now(), updated_at = now()
     where key like 'carrier-cost-%' and run_at > now()`,
  );

function known(id: number): Promise<number | null> {
  return eventually(
    async () => {
      await hurry();
      return costOf(id);
    },
    (cost) => cost !== null,
  );
}

test('a transfer costs the sum of both calls, once both prices are known', async () => {
  const held = await heldFrom(await numberAt('twilio'));
  const second = await transferred(held, null);
  taken.set(held.name, '-0.02');
  held.call.end();
  await endedCall(account, held.id);
  await eventually(
    async () => {
      await hurry();
      return timesAsked(second);
    },
    (times) => times > 0,
  );
  expect(await costOf(held.id)).toBeNull();
  taken.set(second, '-0.013');
  expect(await known(held.id)).toBe(0.033);
  const [listed] = (await account.get('/user/calls')).body.data;
  expect(listed).toMatchObject({ carrier_cost: 0.033, total_cost: 0.1 });
  expect(timesAsked(held.name)).toBe(1);
});

test("a call without a carrier that is transferred over one costs the transfer's price", async () => {
  const held = await heldFrom(await insertNumber(account));
  const second = await transferred(held, await numberAt('twilio'));
  taken.set(second, '-0.4');
  held.call.end();
  await endedCall(account, held.id);
  expect(await known(held.id)).toBe(0.4);
});

test('the price is stored even if the number was released before the carrier reported it', async () => {
  const number = await numberAt('twilio');
  const held = await heldFrom(number);
  held.call.end();
  await endedCall(account, held.id);
  // Without a carrier reference, releasing the number calls no carrier.
  await server.database.query('update phone_numbers set provider_reference = null where id = $1', [number]);
  expect((await account.delete(`/user/phone-numbers/${number}`)).status).toBe(200);
  taken.set(held.name, '-0.05');
  expect(await known(held.id)).toBe(0.05);
});

test('a call keeps all its data when its number is released during the call', async () => {
  const number = await numberAt('twilio');
  const held = await heldFrom(number);
  const { assistant_phone_number: from, client_phone_number: to } = await callOnce(
    account,
    held.id,
    () => true,
  );
  await server.database.query('update phone_numbers set provider_reference = null where id = $1', [number]);
  expect((await account.delete(`/user/phone-numbers/${number}`)).status).toBe(200);
  held.call.happen(assistantSays('Hello!'));
  held.call.sink?.append(new Uint8Array(800));
  held.call.end({ status: 'ended_by_customer' });
  const ended = await endedCall(account, held.id);
  expect(ended).toMatchObject({
    status: 'ended_by_customer',
    type: 'outbound',
    total_cost: 0.1,
    carrier_cost: null,
    assistant_phone_number: from,
    client_phone_number: to,
    recording_url: expect.any(String),
    transcript: [{ text: 'Hello!' }],
  });
  expect(from).toMatch(/^\+1/);
  taken.set(held.name, '-0.07');
  expect(await known(held.id)).toBe(0.07);
});

test('a transfer over a carrier that reports no prices has an unknown cost', async () => {
  const held = await heldFrom(await insertNumber(account));
  await transferred(held, await numberAt('sip'));
  held.call.end();
  await endedCall(account, held.id);
  expect(await costOf(held.id)).toBeNull();
});

test('a transfer to an extension of the account, or without a carrier, is free', async () => {
  const held = await heldFrom(await insertNumber(account));
  await account.post('/user/phone-numbers/sip-trunks', {
    sip_trunk_type: 'extension',
    phone_number: '1001',
    country_code: 'RO',
    sip_address: 'dynamic',
    sip_username: 'desk',
    sip_password: 'secret',
  });
  await transferred(held, null, '1001');
  await transferred(held, null);
  held.call.end();
  await endedCall(account, held.id);
  expect(await costOf(held.id)).toBe(0);
});
