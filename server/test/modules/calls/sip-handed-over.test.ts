import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { headerOf, headersOf, type SipResponse } from '../../../src/telephony/sip/message/sip-message.ts';
import { callOnce, endedCall } from '../../kit/calls.ts';
import { eventually } from '../../kit/eventually.ts';
import { type FakeModelServer, startFakeModelServer } from '../../kit/fake-model-server.ts';
import { freePorts } from '../../kit/sip/free-ports.ts';
import {
  openSipPeer,
  type PeerRequest,
  peerSdp,
  type SipPeer,
  tagOf,
  textOf,
} from '../../kit/sip/sip-peer.ts';
import { assistantOver, trunkTo } from '../../kit/sip/voice-processes.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let other: TestServer;
let account: Client;
let model: FakeModelServer;
/** SIP ports of the two processes. */
let port = 0;
let otherPort = 0;

beforeAll(async () => {
  [port = 0, otherPort = 0] = await freePorts(2);
  model = await startFakeModelServer();
  const environment = (sipPort: number) => ({
    PARLEY_SIP_PORT: String(sipPort),
    PARLEY_SIP_HOST: '127.0.0.1',
    PARLEY_RTP_PORTS: '0',
    PARLEY_LLM_BASE_URL: model.baseUrl,
    PARLEY_LLM_MODELS: 'main',
  });
  server = await startTestServer({ environment: environment(port) });
  other = await startTestServer({ environment: environment(otherPort), beside: server.testDatabase });
  account = await server.account();
});
afterAll(async () => {
  await other.stop();
  await server.stop();
  await model.close();
});

/** A phone that calls a number once. @param at SIP port of the process that it calls */
async function phone(number: string, at: number) {
  const peer: SipPeer = await openSipPeer();
  const callId = randomUUID();
  const call = { callId, uri: `sip:${number}@127.0.0.1:${at}` };
  let routes: string[] = [];
  const say = (request: Omit<PeerRequest, 'callId'>): string =>
    peer.request(at, { ...call, headers: request.toTag === undefined ? [] : routes, ...request });
  const invite = async (sequence: number, changes: Partial<PeerRequest> = {}): Promise<SipResponse> => {
    say({ method: 'INVITE', sequence, body: peerSdp(40_206, 'sendrecv', '0'), ...changes });
    let answer = await peer.takeResponse('INVITE');
    while (answer.status < 200) answer = await peer.takeResponse('INVITE');
    expect(answer.status).toBe(200);
    routes = headersOf(answer, 'record-route')
      .toReversed()
      .map((value) => `Route: ${value}`);
    say({ method: 'ACK', sequence, toTag: tagOf(answer) });
    return answer;
  };
  /** Presses a key, which counts as a turn of the caller. */
  const press = (sequence: number, toTag: string): void => {
    const info = { ...call, method: 'INFO', sequence, toTag, headers: routes, body: 'Signal=1\r\n' };
    const text = textOf(info, { from: peer.port, to: at });
    peer.send(at, text.replace('application/sdp', 'application/dtmf-relay'));
  };
  return { peer, callId, say, invite, press };
}

test.each([
  ['the same process', '+40312000088', () => port],
  ['another process', '+40312000089', () => otherPort],
])(
  'the assistant continues with a second phone that calls %s in an attended transfer',
  async (_where, number, at) => {
    const first = await phone(number, port);
    const second = await phone(number, at());
    const address = `127.0.0.1:${first.peer.port}`;
    const numberId = await trunkTo(account, { address, phone_number: number });
    const { body: models } = await account.get('/user/assistants/models?type=llm');
    const llm_model_id = models.find(({ name }: { name: string }) => name === 'main').id;
    const assistantId = await assistantOver(account, { type: 'inbound', numberId, fields: { llm_model_id } });

    const toTag = tagOf(await first.invite(1));
    const { body: calls } = await account.get(`/user/calls?type=inbound&assistant_id=${assistantId}`);
    const [{ id }] = calls.data;
    await callOnce(account, id, ({ transcript }) => transcript.length > 0);
    await first.invite(2, { toTag, body: peerSdp(40_206, 'inactive', '0') });
    const headers = [`Replaces: ${first.callId};to-tag=${toTag};from-tag=peer`, 'Require: replaces'];
    const answer = await second.invite(1, { uri: `sip:parley@127.0.0.1:${port}`, headers });
    expect(headersOf(answer, 'record-route')).toHaveLength(at() === port ? 0 : 2);
    const bye = await first.peer.takeRequest('BYE');
    expect(headerOf(bye, 'call-id')).toBe(first.callId);
    first.peer.respond(bye, 200);
    // If the process dies, another one hangs up on the second phone.
    await eventually(
      () => server.database.query<{ farewell: string }>('select farewell from calls where id = $1', [id]),
      ([row]) => row?.farewell.includes(second.callId) === true,
    );

    model.replace({ kind: 'answer', text: 'Good to hear you again.' });
    second.press(2, tagOf(answer));
    await callOnce(account, id, ({ transcript }) =>
      transcript.some(({ text }: { text: string }) => text === 'Good to hear you again.'),
    );
    second.say({ method: 'BYE', sequence: 3, toTag: tagOf(answer) });
    const ended = await endedCall(account, id);
    expect(ended.status).toBe('ended_by_customer');
    const said = ended.transcript.map(({ text }: { text: string }) => text);
    expect(said.filter((text: string) => text === 'Mill Inn, good evening.')).toHaveLength(1);
    expect((await account.get(`/user/calls?assistant_id=${assistantId}`)).body.data).toHaveLength(1);
  },
);
