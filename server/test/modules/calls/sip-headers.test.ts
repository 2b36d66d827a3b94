import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { headerOf, headersOf, type SipRequest } from '../../../src/telephony/sip/message/sip-message.ts';
import { createAssistant } from '../../kit/assistants.ts';
import { callOnce, endedCall, makeCall } from '../../kit/calls.ts';
import { type FakeModelServer, startFakeModelServer } from '../../kit/fake-model-server.ts';
import { freePorts } from '../../kit/sip/free-ports.ts';
import { openSipPeer, peerSdp, type SipPeer, tagOf, textOf } from '../../kit/sip/sip-peer.ts';
import { assistantOver, trunkTo } from '../../kit/sip/voice-processes.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

const CUSTOMER = '+40721000077';

let server: TestServer;
let account: Client;
let model: FakeModelServer;
let port = 0;
let count = 0;

beforeAll(async () => {
  [port = 0] = await freePorts(1);
  model = await startFakeModelServer();
  server = await startTestServer({
    environment: {
      PARLEY_SIP_PORT: String(port),
      PARLEY_SIP_HOST: '127.0.0.1',
      PARLEY_RTP_PORTS: '0',
      PARLEY_LLM_BASE_URL: model.baseUrl,
      PARLEY_LLM_MODELS: 'main',
    },
  });
  account = await server.account();
});
afterAll(async () => {
  await server.stop();
  await model.close();
});

/** A scripted carrier, and a trunk to it with headers. */
async function trunk(sip_headers: object[]): Promise<{ carrier: SipPeer; number: string; numberId: number }> {
  const carrier = await openSipPeer();
  count += 1;
  const number = `+4031200${String(count).padStart(4, '0')}`;
  const numberId = await trunkTo(account, { address: `127.0.0.1:${carrier.port}`, phone_number: number });
  const saved = await account.put(`/user/phone-numbers/sip-trunks/${numberId}`, { sip_headers });
  expect(saved.status, saved.text).toBe(200);
  return { carrier, number, numberId };
}

const xHeaders = (request: SipRequest): string[] =>
  request.headers.filter(({ name }) => name.startsWith('x-')).map(({ name, value }) => `${name}: ${value}`);

test('an outbound call carries the headers of its trunk and of make_call', async () => {
  const { carrier, numberId } = await trunk([
    { name: 'X-Queue', value: 'sales' },
    { name: 'X-Customer-Id', value: '{{customer_id}}' },
    { name: 'X-Campaign', value: '{{campaign_name}}' },
  ]);
  const { id } = await createAssistant(account, { type: 'outbound', phone_number_id: numberId });
  const call = await makeCall(account, {
    assistant_id: id,
    phone_number: CUSTOMER,
    variables: { customer_id: 4711 },
    sip_headers: [
      { name: 'x-queue', value: 'VIP {{customer_id}}' },
      { name: 'User-to-User', value: '00afd1;encoding=hex' },
    ],
  });
  const invite = await carrier.takeRequest('INVITE');
  carrier.respond(invite, 486, { tag: 'a' });
  expect(xHeaders(invite)).toEqual(['x-customer-id: 4711', 'x-queue: VIP 4711']);
  expect(headerOf(invite, 'user-to-user')).toBe('00afd1;encoding=hex');
  expect((await endedCall(account, call)).status).toBe('busy');
});

test('make_call refuses a header that the SIP stack sets', async () => {
  const { numberId } = await trunk([]);
  const { id } = await createAssistant(account, { type: 'outbound', phone_number_id: numberId });
  const sip_headers = [
    { name: 'X-A', value: '1' },
    { name: 'Via', value: 'SIP/2.0/UDP evil.example' },
  ];
  const order = { assistant_id: id, phone_number: CUSTOMER, sip_headers };
  const { status, body } = await account.post('/user/make_call', order);
  expect(status).toBe(422);
  expect(body.errors).toEqual({
    'sip_headers.1.name': [
      'The sip_headers.1.name field must be User-to-User, Diversion or a name that starts with X-.',
    ],
  });
});

test('a transfer carries the headers of the trunk and of the tool, with values of the inbound call', async () => {
  const { carrier, number, numberId } = await trunk([{ name: 'X-Queue', value: 'sales' }]);
  const { body: models } = await account.get('/user/assistants/models?type=llm');
  const transfer = {
    type: 'call_transfer',
    phone_number: '+40721000078',
    sip_headers: [{ name: 'X-Customer-Id', value: '{{sip_headers.X-Caller}}' }],
  };
  const llm_model_id = models.find(({ name }: { name: string }) => name === 'main').id;
  await assistantOver(account, { type: 'inbound', numberId, fields: { llm_model_id, tools: [transfer] } });
  const call = { callId: randomUUID(), uri: `sip:${number}@127.0.0.1:${port}` };
  const headers = ['X-Caller: 4711'];
  carrier.request(port, {
    ...call,
    method: 'INVITE',
    sequence: 1,
    body: peerSdp(40_202, 'sendrecv', '0'),
    headers,
  });
  let answer = await carrier.takeResponse('INVITE');
  while (answer.status < 200) answer = await carrier.takeResponse('INVITE');
  expect(answer.status).toBe(200);
  const toTag = tagOf(answer);
  carrier.request(port, { ...call, method: 'ACK', sequence: 1, toTag });
  const [{ id }] = (await account.get('/user/calls?type=inbound')).body.data;
  await callOnce(account, id, ({ transcript }) => transcript.length > 0);

  model.replace({
    kind: 'answer',
    text: 'One moment.',
    toolCalls: [{ name: 'call_transfer', arguments: {} }],
  });
  const info = { ...call, method: 'INFO', sequence: 2, toTag, body: 'Signal=1\r\n' };
  const key = textOf(info, { from: carrier.port, to: port });
  carrier.send(port, key.replace('application/sdp', 'application/dtmf-relay'));
  const refer = await carrier.takeRequest('REFER');
  expect(headersOf(refer, 'refer-to')).toHaveLength(1);
  expect(xHeaders(refer)).toEqual(['x-queue: sales', 'x-customer-id: 4711']);

  // Parley then calls the target itself.
  carrier.respond(refer, 405);
  const invite = await carrier.takeRequest('INVITE');
  expect(xHeaders(invite)).toEqual(['x-queue: sales', 'x-customer-id: 4711']);
  carrier.respond(invite, 486, { tag: 'b' });
  carrier.request(port, { ...call, method: 'BYE', sequence: 3, toTag });
});
