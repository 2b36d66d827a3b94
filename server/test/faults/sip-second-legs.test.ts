import { afterAll, beforeAll, expect, test } from 'vitest';
import { headerOf, type SipRequest } from '../../src/telephony/sip/message/sip-message.ts';
import { endedCall } from '../kit/calls.ts';
import { eventually } from '../kit/eventually.ts';
import { type FakeModelServer, startFakeModelServer } from '../kit/fake-model-server.ts';
import { variant } from '../kit/run-size.ts';
import { openSipPeer, peerSdp, type SipPeer } from '../kit/sip/sip-peer.ts';
import {
  assistantOver,
  DIED,
  noPendingHangUp,
  startSurvivor,
  startVoice,
  trunkTo,
  type VoiceProcess,
} from '../kit/sip/voice-processes.ts';
import type { TestServer } from '../kit/test-server.ts';
import { openPhone } from '../kit/voice/browser-phone.ts';

const TARGET = '+40721555555';

let model: FakeModelServer;
let survivor: TestServer;
let modelEnvironment: Record<string, string>;
beforeAll(async () => {
  model = await startFakeModelServer();
  modelEnvironment = { PARLEY_LLM_BASE_URL: model.baseUrl, PARLEY_LLM_MODELS: 'main' };
  survivor = await startSurvivor(modelEnvironment);
});
afterAll(async () => {
  await survivor.stop();
  await model.close();
});

const COLD = { type: 'call_transfer', phone_number: TARGET };
const ANNOUNCED = { ...COLD, warm_transfer: true, warm_transfer_message: 'A customer for you.' };
const warm = (numberId: number): object => ({
  type: 'warm_call_transfer',
  supervisor_phone: TARGET,
  outbound_phone_id: numberId,
  description: 'When they ask for a person.',
  hold_message: 'One moment please.',
  briefing_initial_message: 'A caller for you.',
  connected_message: 'You are connected.',
});

const answers = (peer: SipPeer, invite: SipRequest): void =>
  peer.respond(invite, 200, { tag: 'colleague', body: peerSdp(40_200) });
const rings = (peer: SipPeer, invite: SipRequest): void => peer.respond(invite, 180, { tag: 'colleague' });

/** Accepts the BYE or CANCEL of a call of the killed process. */
async function leave(peer: SipPeer, method: 'BYE' | 'CANCEL'): Promise<SipRequest> {
  const request = await peer.takeRequest(method);
  peer.respond(request, 200);
  return request;
}

const pendingHangUps = (id: number): Promise<{ pendingHangUp: string }[]> =>
  survivor.database.query(
    'select farewell as "pendingHangUp" from calls where id = $1 and farewell is not null',
    [id],
  );

/** SIP INFO with a key press in an outbound call, which counts as a customer turn. */
function keyOf(peer: SipPeer, invite: SipRequest): string {
  const target = /<([^>]+)>/.exec(headerOf(invite, 'contact') ?? '')?.[1] ?? '';
  return [
    `INFO ${target} SIP/2.0`,
    `Via: SIP/2.0/UDP 127.0.0.1:${peer.port};branch=z9hG4bKkey`,
    `From: ${headerOf(invite, 'to')};tag=customer`,
    `To: ${headerOf(invite, 'from')}`,
    `Call-ID: ${headerOf(invite, 'call-id')}`,
    'CSeq: 5 INFO',
    'Content-Type: application/dtmf-relay',
    'Content-Length: 10',
    '',
    'Signal=1\r\n',
  ].join('\r\n');
}

let numbers = 0;

/**
 * Creates an assistant that transfers calls over the peer and starts two processes. One of them will handle the call.
 */
async function assistantThatTransfers(peer: SipPeer, toolFor: (numberId: number) => object) {
  const account = await survivor.account();
  const { body: models } = await account.get('/user/assistants/models?type=llm');
  const main = models.find(({ name }: { name: string }) => name === 'main');
  numbers += 1;
  const phone_number = `+40311000${200 + numbers}`;
  const numberId = await trunkTo(account, { address: `127.0.0.1:${peer.port}`, phone_number });
  const fields = { llm_model_id: main.id, tools: [toolFor(numberId)] };
  const assistant_id = await assistantOver(account, { type: 'outbound', numberId, fields });
  // Start both before dialing, because the ringing time is short.
  const [one, other] = [
    await startVoice(survivor, modelEnvironment),
    await startVoice(survivor, modelEnvironment),
  ];
  const killHolder = async (isHolder: (voice: VoiceProcess) => boolean): Promise<VoiceProcess> => {
    const [doomed, left] = isHolder(one) ? [one, other] : [other, one];
    await doomed.kill();
    return left;
  };
  return { account, assistant_id, killHolder };
}

/** Waits until the pending hang-up of a call contains `tag`. */
const isKept = (id: number, tag: string): Promise<unknown> =>
  eventually(
    () => pendingHangUps(id),
    ([row]) => row?.pendingHangUp.includes(tag) === true,
  );

variant.each([
  ['rings', 'call_transfer', () => COLD, rings, 'CANCEL'],
  ['is connected', 'call_transfer', () => COLD, answers, 'BYE'],
  ['hears the announcement', 'call_transfer', () => ANNOUNCED, answers, 'BYE'],
  ['is briefed', 'warm_call_transfer', warm, answers, 'BYE'],
] as const)(
  'a colleague who %s by %s is hung up when the process is killed',
  async (_what, name, tool, become, end) => {
    const peer = await openSipPeer();
    const { account, assistant_id, killHolder } = await assistantThatTransfers(peer, tool);
    const { call_id: id, media_url } = (await account.post('/user/calls/web', { assistant_id })).body.data;
    const phone = await openPhone(media_url);
    await phone.message(({ type }) => type === 'transcript');
    model.replace({ kind: 'answer', text: 'I connect you.', toolCalls: [{ name, arguments: {} }] });
    phone.type('Connect me with somebody, please.');
    const invite = await peer.takeRequest('INVITE');
    become(peer, invite);
    await isKept(id, end === 'CANCEL' ? (headerOf(invite, 'call-id') ?? '') : 'tag=colleague');
    const left = await killHolder(({ api }) => media_url.startsWith(api.replace(/^http/, 'ws')));

    const request = await leave(peer, end);
    expect(headerOf(request, 'call-id')).toBe(headerOf(invite, 'call-id'));
    expect(headerOf(request, 'from')).toBe(headerOf(invite, 'from'));
    if (end === 'CANCEL') expect(headerOf(request, 'via')).toBe(headerOf(invite, 'via'));
    else expect(headerOf(request, 'to')).toMatch(/;tag=colleague$/);
    expect(await endedCall(account, id)).toMatchObject({ status: 'failed', end_reason: DIED });
    await noPendingHangUp(survivor, [id]);
    await left.kill();
  },
);

/** The next request that belongs to none of the `known` calls; a busy machine retransmits some requests. */
async function takeOther(peer: SipPeer, method: string, known: readonly SipRequest[]): Promise<SipRequest> {
  const ids = known.map((request) => headerOf(request, 'call-id'));
  let request = await peer.takeRequest(method);
  while (ids.includes(headerOf(request, 'call-id'))) request = await peer.takeRequest(method);
  return request;
}

test('both legs of a warm transfer are hung up when their process is killed', async () => {
  const peer = await openSipPeer();
  const { account, assistant_id, killHolder } = await assistantThatTransfers(peer, () => ANNOUNCED);
  model.replace({
    kind: 'answer',
    text: 'I connect you.',
    toolCalls: [{ name: 'call_transfer', arguments: {} }],
  });
  const { body } = await account.post('/user/make_call', { assistant_id, phone_number: '+40721000777' });
  const customer = await peer.takeRequest('INVITE');
  peer.respond(customer, 200, { tag: 'customer', body: peerSdp(40_210, 'sendrecv', '0') });
  await eventually(
    async () => (await account.get(`/user/calls/${body.call_id}`)).body.transcript.length,
    (length) => length > 0,
  );
  const holderPort = Number(/@[^:>]+:(\d+)/.exec(headerOf(customer, 'contact') ?? '')?.[1]);
  peer.send(holderPort, keyOf(peer, customer));
  const colleague = await takeOther(peer, 'INVITE', [customer]);
  answers(peer, colleague);
  await isKept(body.call_id, 'tag=colleague');
  const left = await killHolder(({ sipPort }) => sipPort === holderPort);
  const first = await leave(peer, 'BYE');
  const second = await takeOther(peer, 'BYE', [first]);
  peer.respond(second, 200);
  const named = [first, second].map((bye) => headerOf(bye, 'call-id')).sort();
  expect(named).toEqual([customer, colleague].map((invite) => headerOf(invite, 'call-id')).sort());
  await left.kill();
});
