import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import { createSipAgent, type SipAgent } from '../../../src/telephony/sip/sip-agent.ts';
import type { SipTrunk } from '../../../src/telephony/sip/trunk/sip-trunk.ts';
import type { MediaLeg } from '../../../src/voice/legs/media-leg.ts';
import type { DialEvent, InboundCall } from '../../../src/voice/legs/outbound-route.ts';
import { createAssistant } from '../../kit/assistants.ts';
import { callOnce, endedCall, makeCall } from '../../kit/calls.ts';
import { eventually } from '../../kit/eventually.ts';
import { silentLog } from '../../kit/silent-log.ts';
import { freePorts } from '../../kit/sip/free-ports.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';
import { startWebhookSink, type WebhookSink } from '../../kit/webhook-sink.ts';

const TRUNK_NUMBER = '+40312000001';
const CUSTOMER = '+40721000066';

let server: TestServer;
let account: Client;
let sink: WebhookSink;
let port: number;
/** The PBX at the other end of the trunk. */
let exchange: SipAgent;
const rung: InboundCall[] = [];

beforeAll(async () => {
  [port = 0] = await freePorts(1);
  sink = await startWebhookSink();
  server = await startTestServer({
    environment: { PARLEY_SIP_PORT: String(port), PARLEY_SIP_HOST: '127.0.0.1', PARLEY_RTP_PORTS: '0' },
  });
  account = await server.account();
  exchange = await createSipAgent({
    host: '127.0.0.1',
    port: 0,
    mediaAddress: null,
    rtpPorts: { first: 0, last: 0 },
    certificate: null,
    authorities: null,
    clock: systemClock,
    log: silentLog,
    refusalOf: () => null,
    directory: {
      trunksAt: async () => [{ ...toServer(), phoneNumber: CUSTOMER }],
      trunksNamed: async () => [],
      knownRanges: async () => [],
    },
    // Keeps the call ringing until it is aborted.
    onInvite: (call) => {
      rung.push(call);
      return new Promise((resolve) => call.signal.addEventListener('abort', () => resolve()));
    },
  });
});
afterAll(async () => {
  await server.stop();
  await exchange.close();
  await sink.close();
});

/** The trunk from the PBX's side. */
function toServer(): SipTrunk {
  return {
    id: 'server',
    type: 'number',
    phoneNumber: TRUNK_NUMBER,
    countryCode: 'RO',
    username: null,
    password: null,
    address: `127.0.0.1:${port}`,
    outboundProxy: null,
    callingFormat: '+e164',
    inboundAuthorization: 'ip',
  };
}

async function trunk(): Promise<number> {
  const { body, status, text } = await account.post('/user/phone-numbers/sip-trunks', {
    sip_trunk_type: 'number',
    phone_number: TRUNK_NUMBER,
    sip_address: `127.0.0.1:${exchange.port}`,
    inbound_authorization_type: 'ip',
    allowed_inbound_ips: ['127.0.0.0/8'],
  });
  expect(status, text).toBe(201);
  return body.data.id;
}

/** Tracks the peak level of received audio. */
function listen(leg: MediaLeg): { loudest(): number; hasEnded(): boolean } {
  let loudest = 0;
  let hasEnded = false;
  leg.start({
    audio: (frame) => {
      for (const sample of frame) loudest = Math.max(loudest, Math.abs(sample));
    },
    digit: () => undefined,
    typed: () => undefined,
    ended: () => {
      hasEnded = true;
    },
  });
  return { loudest: () => loudest, hasEnded: () => hasEnded };
}

test('inbound and outbound calls work over a SIP trunk', async () => {
  const number = await trunk();
  const reception = await createAssistant(account, { initial_message: 'Mill Inn, good evening.' });
  await account.put(`/user/assistant/${reception.id}`, { phone_number_id: number });
  await account.post('/user/assistants/enable-inbound-webhook', {
    assistant_id: reception.id,
    webhook_url: `${sink.origin}/who`,
  });
  const answered = Promise.withResolvers<MediaLeg>();
  const events: DialEvent[] = [];
  exchange
    .routeFor(toServer())
    .dial(
      { attemptId: crypto.randomUUID(), from: '+40721000055', to: TRUNK_NUMBER, ringingTimeMs: 20_000 },
      (event) => {
        events.push(event);
        if (event.type === 'answered') answered.resolve(event.leg);
        if (event.type === 'failed') answered.reject(new Error(event.reason));
      },
    );
  const leg = await answered.promise;
  expect(events.map(({ type }) => type)).toEqual(['ringing', 'answered']);
  const heard = listen(leg);
  await eventually(
    async () => heard.loudest(),
    (loudest) => loudest > 1000,
  );
  const [{ id }] = (await account.get('/user/calls?type=inbound')).body.data;
  await callOnce(account, id, ({ transcript }) => transcript.length > 0);
  leg.hangUp();
  expect(await endedCall(account, id)).toMatchObject({
    status: 'ended_by_customer',
    client_phone_number: '+40721000055',
    assistant_phone_number: TRUNK_NUMBER,
  });

  const caller = await createAssistant(account, { type: 'outbound', phone_number_id: number });
  const outbound = await makeCall(account, { assistant_id: caller.id, phone_number: CUSTOMER });
  const ringing = await eventually(
    async () => rung.at(-1),
    (call) => call !== undefined,
  );
  expect(ringing).toMatchObject({ from: TRUNK_NUMBER });
  ringing?.ring();
  await callOnce(account, outbound, ({ status }) => status === 'ringing');
  const far = await ringing?.answer();
  if (far === undefined) throw new Error('The PBX was not called.');
  const spoken = listen(far);
  await callOnce(account, outbound, ({ transcript }) => transcript.length > 0);
  expect(spoken.loudest()).toBeGreaterThan(1000);
  await account.post(`/user/calls/${outbound}/hang-up`);
  await endedCall(account, outbound);
  await eventually(
    async () => spoken.hasEnded(),
    (hasEnded) => hasEnded,
  );
});

test('a call continues and ends normally after its trunk is removed', async () => {
  const [{ id: number }] = (await account.get('/user/phone-numbers/all')).body.data;
  const caller = await createAssistant(account, {
    type: 'outbound',
    phone_number_id: number,
    initial_message: 'Good evening.',
    is_webhook_active: true,
    webhook_url: `${sink.origin}/over`,
  });
  const call = await makeCall(account, { assistant_id: caller.id, phone_number: CUSTOMER });
  const ringing = await eventually(
    async () => rung.at(-1),
    (found) => found?.signal.aborted === false,
  );
  const far = await ringing?.answer();
  if (far === undefined) throw new Error('The PBX was not called.');
  const heard = listen(far);
  expect((await account.delete(`/user/phone-numbers/${number}`)).status).toBe(200);
  await eventually(
    async () => heard.loudest(),
    (loudest) => loudest > 1000,
  );
  await callOnce(account, call, ({ transcript }) => transcript.length > 0);
  far.hangUp();
  expect(await endedCall(account, call)).toMatchObject({
    status: 'ended_by_customer',
    client_phone_number: CUSTOMER,
    total_cost: 0.1,
    assistant_phone_number: TRUNK_NUMBER,
  });
  const [webhook] = await eventually(
    async () => sink.at('/over'),
    ({ length }) => length === 1,
  );
  expect(JSON.parse(webhook?.body ?? '{}')).toMatchObject({
    customer_phone: CUSTOMER,
    assistant_phone: TRUNK_NUMBER,
    status: 'ended_by_customer',
  });
});
