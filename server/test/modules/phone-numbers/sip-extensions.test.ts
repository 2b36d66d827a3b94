import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeUlaw } from '../../../src/core/g711.ts';
import { headerOf } from '../../../src/telephony/sip/message/sip-message.ts';
import { createAssistant } from '../../kit/assistants.ts';
import { callOnce, endedCall, makeCall } from '../../kit/calls.ts';
import { eventually } from '../../kit/eventually.ts';
import { startServerProcess } from '../../kit/server-process.ts';
import { type Baresip, registeringAccount, startBaresip } from '../../kit/sip/baresip.ts';
import { freePorts } from '../../kit/sip/free-ports.ts';
import { isMissing } from '../../kit/sip/programs.ts';
import { peerSdp } from '../../kit/sip/sip-peer.ts';
import { openSoftphone } from '../../kit/sip/softphone.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

import { scriptedVoice } from '../../kit/voice/scripted-calls.ts';

/** Audio of the softphones: murmur without words, long enough that no call ends with it. */
const murmur = decodeUlaw(
  Uint8Array.from({ length: 8000 * 60 }, (_, index) => (index % 7 < 3 ? 0xf0 : 0x70)),
);

let server: TestServer;
let port: number;

beforeAll(async () => {
  [port = 0] = await freePorts(1);
  server = await startTestServer({ environment: sipAt(port) });
});
afterAll(() => server.stop());

function sipAt(sipPort: number): Record<string, string> {
  return { PARLEY_SIP_PORT: String(sipPort), PARLEY_SIP_HOST: '127.0.0.1', PARLEY_RTP_PORTS: '0' };
}

let extensions = 0;

/** Creates an extension of an account, with a unique username, for phones that register here. */
async function addExtension(account: Client): Promise<{ id: number; number: string; username: string }> {
  extensions += 1;
  const [number, username] = [String(1000 + extensions), `desk${extensions}`];
  const { body, status, text } = await account.post('/user/phone-numbers/sip-trunks', {
    sip_trunk_type: 'extension',
    phone_number: number,
    country_code: 'RO',
    sip_address: 'dynamic',
    sip_username: username,
    sip_password: 'secret',
  });
  expect(status, text).toBe(201);
  return { id: body.data.id, number, username };
}

/** Starts a softphone and waits until it is registered for the extension. */
async function registered(
  { id, username }: Awaited<ReturnType<typeof addExtension>>,
  at: { port: number; transport?: 'udp' | 'tcp'; asking?: TestServer },
): Promise<Baresip> {
  const phone = await startBaresip(murmur, registeringAccount(username, at.port, at.transport));
  const [binding] = await eventually(
    () => bindingsOf(id, at.asking),
    (all) => all.length === 1,
  );
  expect(binding).toMatchObject({ transport: at.transport ?? 'udp', address: '127.0.0.1' });
  return phone;
}

function bindingsOf(
  trunkId: number,
  { database }: TestServer = server,
): Promise<{ contact: string; address: string; transport: string }[]> {
  return database.query('select * from sip_bindings where phone_number_id = $1 order by id', [trunkId]);
}

describe('an extension', () => {
  test.each([
    ['a carrier’s trunk', { sip_trunk_type: 'number', phone_number: '+40312000001' }],
    [
      'a carrier’s trunk with encrypted audio',
      {
        sip_trunk_type: 'number',
        phone_number: '+40312000001',
        sip_address: 'Dynamic;media=srtp',
      },
    ],
    [
      'an extension identified by its IP address',
      { inbound_authorization_type: 'ip', allowed_inbound_ips: ['192.0.2.1'] },
    ],
  ])('may have a dynamic address, unlike %s', async (_name, changes) => {
    const account = await server.account();
    const { status, body } = await account.post('/user/phone-numbers/sip-trunks', {
      sip_trunk_type: 'extension',
      phone_number: '1001',
      country_code: 'RO',
      sip_address: 'dynamic',
      sip_username: 'desk',
      sip_password: 'secret',
      ...changes,
    });
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual(['sip_address']);
  });

  test.each([
    ['another number', () => '9999', 400],
    ['another number at this server', () => 'sip:9999@localhost', 400],
    ['its number at another host', (number: string) => `sip:${number}@elsewhere.example`, 400],
    ['an empty user', () => 'sip:', 400],
    ['a name', () => 'desk', 400],
    ['a NUL character', () => 'sip:a%00@localhost', 400],
    ['an invalid escape', () => 'sip:%zz@localhost', 400],
    ['an empty string', () => '', 422],
  ])('cannot call %s', async (_name, named, refusal) => {
    const account = await server.account();
    const { id, number } = await addExtension(account);
    const { id: assistant_id } = await createAssistant(account, { type: 'outbound', phone_number_id: id });
    const { status } = await account.post('/user/make_call', { assistant_id, phone_number: named(number) });
    expect(status).toBe(refusal);
  });

  test('cannot call an extension of another account', async () => {
    const { number } = await addExtension(await server.account());
    const account = await server.account();
    await addExtension(account);
    const { id: assistant_id } = await createAssistant(account, { type: 'outbound' });
    const { status } = await account.post('/user/make_call', { assistant_id, phone_number: number });
    expect(status).toBe(400);
  });

  test('cannot be called without a registered phone, and the call gives that reason', async () => {
    const account = await server.account();
    const { id, number, username } = await addExtension(account);
    const { id: assistant_id } = await createAssistant(account, { type: 'outbound', phone_number_id: id });
    const call = await makeCall(account, { assistant_id, phone_number: `sip:${username}@localhost:5060` });
    const ended = await endedCall(account, call);
    expect(ended).toMatchObject({ status: 'failed', client_phone_number: number });
    expect(ended.end_reason).toContain('No phone is registered for the extension.');
  });
});

const greeting = { initial_message: 'Mill Inn, good evening.' };

/** Hangs up with the softphone once the assistant has spoken. */
async function talk(account: Client, call: number, phone: Baresip): Promise<void> {
  await callOnce(account, call, ({ transcript }) => transcript.length > 0);
  phone.command('hangup');
  expect(await endedCall(account, call)).toMatchObject({ status: 'ended_by_customer' });
}

test('a call is transferred to the softphone of another extension', async () => {
  const voice = scriptedVoice();
  const { runCall } = voice.overrides;
  if (runCall === undefined) throw new Error('The kit must provide runCall.');
  const [sipPort = 0] = await freePorts(1);
  const scripted = await startTestServer({
    environment: sipAt(sipPort),
    overrides: { voice: { runCall } },
  });
  const account = await scripted.account();
  const [mine, theirs] = [await addExtension(account), await addExtension(account)];
  const { id: assistant_id } = await createAssistant(account, { type: 'outbound', phone_number_id: mine.id });
  const [customer, colleague] = [await openSoftphone(), await openSoftphone()];
  for (const [phone, { username }] of [
    [customer, mine],
    [colleague, theirs],
  ] as const) {
    expect((await phone.registerAuthenticated(sipPort, { username, named: username })).status).toBe(200);
  }
  await makeCall(account, { assistant_id, phone_number: mine.number });
  customer.respond(await customer.takeRequest('INVITE'), 200, { tag: 'c', body: peerSdp(9) });
  const [call] = await eventually(
    async () => voice.calls,
    (calls) => calls.length > 0,
  );
  // A registered phone cannot be transferred by the server: the caller has to dial a second call instead.
  expect(await call?.leg.transfer('+40721000066', new AbortController().signal)).toEqual({
    kind: 'untried',
  });
  const events: string[] = [];
  const to = `sip:${theirs.username}@127.0.0.1:${sipPort}`;
  call?.host.dial({ to, from: null, line: null, ringingTimeMs: 60_000 }, ({ type }) => events.push(type));
  const invite = await colleague.takeRequest('INVITE');
  expect(headerOf(invite, 'from')).toContain(`sip:${mine.number}@`);
  colleague.respond(invite, 180, { tag: 'd' });
  colleague.respond(invite, 200, { tag: 'd', body: peerSdp(9) });
  await colleague.takeRequest('ACK');
  expect(events).toEqual(['ringing', 'answered']);
  call?.end();
  customer.respond(await customer.takeRequest('BYE'), 200);
  await scripted.stop();
});

describe('with two processes', () => {
  test('a phone behind NAT is called by the process that it registered with, and after a restart by its successor', async () => {
    const [onePort = 0, otherPort = 0] = await freePorts(2);
    const asking = await startTestServer({
      environment: { PARLEY_ROLE: 'api', DATABASE_URL: 'postgres://unused' },
    });
    const { connection } = asking.testDatabase;
    const account = await asking.account();
    const { id, number, username } = await addExtension(account);
    const { id: assistant_id } = await createAssistant(account, { type: 'outbound', phone_number_id: id });
    const one = await startServerProcess(connection, sipAt(onePort));
    const other = await startServerProcess(connection, sipAt(otherPort));
    const phone = await openSoftphone();
    const registration = { username, named: username, contacts: ['<sip:desk@192.168.1.9>'] };
    expect((await phone.registerAuthenticated(onePort, registration)).status).toBe(200);
    const isCalled = async (): Promise<void> => {
      const call = await makeCall(account, { assistant_id, phone_number: number });
      const invite = await phone.takeRequest('INVITE');
      expect(headerOf(invite, 'via')).toContain(`127.0.0.1:${onePort}`);
      phone.respond(invite, 486, { tag: 'p' });
      expect(await endedCall(account, call)).toMatchObject({ status: 'busy' });
    };
    for (let count = 0; count < 5; count += 1) await isCalled();
    await one.kill();
    const next = await startServerProcess(connection, sipAt(onePort));
    await eventually(
      () => asking.database.query(`select from sip_bindings where is_process_alive(process_id)`),
      (alive) => alive.length === 1,
    );
    for (let count = 0; count < 5; count += 1) await isCalled();
    await next.stop();
    await other.stop();
    await asking.stop();
  });
});

describe.skipIf(isMissing('baresip'))('baresip, registered for an extension', () => {
  test.each(['udp', 'tcp'] as const)(
    'can be called and call over %s, and loses its registration when the password changes',
    async (transport) => {
      const account = await server.account();
      const extension = await addExtension(account);
      const { id, number } = extension;
      const phone = await registered(extension, { port, transport });

      const caller = await createAssistant(account, { ...greeting, phone_number_id: id, type: 'outbound' });
      await talk(account, await makeCall(account, { assistant_id: caller.id, phone_number: number }), phone);

      const reception = await createAssistant(account, greeting);
      await account.put(`/user/assistant/${reception.id}`, { phone_number_id: id });
      phone.command('dial', `sip:${number}@127.0.0.1:${port};transport=${transport}`);
      const [inbound] = await eventually(
        async () => (await account.get('/user/calls?type=inbound')).body.data,
        (calls) => calls.length > 0,
      );
      await talk(account, inbound.id, phone);

      await account.put(`/user/phone-numbers/sip-trunks/${id}`, { sip_password: 'another' });
      expect(await bindingsOf(id)).toEqual([]);
    },
  );
});

describe.skipIf(isMissing('baresip'))('after kill -9', () => {
  test('a registered softphone can still be called', async () => {
    const [killedPort = 0] = await freePorts(1);
    // The API process has no calls of its own.
    const asking = await startTestServer({
      environment: { PARLEY_ROLE: 'api', DATABASE_URL: 'postgres://unused' },
    });
    const { connection } = asking.testDatabase;
    const account = await asking.account();
    const extension = await addExtension(account);
    const caller = await createAssistant(account, {
      ...greeting,
      phone_number_id: extension.id,
      type: 'outbound',
    });
    const killed = await startServerProcess(connection, sipAt(killedPort));
    const phone = await registered(extension, { port: killedPort, asking });
    await killed.kill();
    const next = await startServerProcess(connection, sipAt(killedPort));
    expect(await bindingsOf(extension.id, asking)).toHaveLength(1);
    await talk(
      account,
      await makeCall(account, { assistant_id: caller.id, phone_number: extension.number }),
      phone,
    );
    await next.stop();
    await asking.stop();
  });
});
