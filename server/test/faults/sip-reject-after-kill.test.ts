import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  headerOf,
  headersOf,
  type SipRequest,
  type SipResponse,
} from '../../src/telephony/sip/message/sip-message.ts';
import { endedCall } from '../kit/calls.ts';
import { closeGate, WAIT_AT_GATE } from '../kit/database-gate.ts';
import { eventually } from '../kit/eventually.ts';
import { variant } from '../kit/run-size.ts';
import { openSipPeer, type PeerRequest, peerSdp, tagOf } from '../kit/sip/sip-peer.ts';
import { openStreamPeer } from '../kit/sip/stream-peer.ts';
import {
  assistantOver,
  DIED,
  noPendingHangUp,
  startSurvivor,
  startVoice,
  trunkTo,
  type VoiceProcess,
} from '../kit/sip/voice-processes.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

let survivor: TestServer;
beforeAll(async () => {
  survivor = await startSurvivor();
  // The call keeps ringing until the gate opens, because storing it waits.
  await survivor.database.script(`
    create function ring_long() returns trigger language plpgsql as 'begin ${WAIT_AT_GATE} return new; end';
    create trigger ring_long before update of ringing_at on calls for each row
      when (old.ringing_at is null and new.ended_at is null) execute function ring_long()`);
});
afterAll(() => survivor.stop());

let numbers = 0;

interface Caller {
  port: number;
  request(port: number, request: PeerRequest): unknown;
  takeResponse(method: string): Promise<SipResponse>;
  takeRequest(method: string): Promise<SipRequest>;
  respond(request: SipRequest, status: number): void;
}

interface Ringing {
  account: Client;
  id: number;
  doomed: Pick<VoiceProcess, 'sipPort' | 'kill'>;
  rings: SipResponse;
}

/** Places an inbound call that rings at a process. */
async function ringing(caller: Caller): Promise<Ringing> {
  numbers += 1;
  const phone_number = `+40311000${400 + numbers}`;
  const account = await survivor.account();
  const numberId = await trunkTo(account, { address: `127.0.0.1:${caller.port}`, phone_number });
  await assistantOver(account, { type: 'inbound', numberId });
  const doomed = await startVoice(survivor);
  const open = await closeGate(survivor.testDatabase.connection);
  const callId = `caller-${numbers}`;
  const invite = { method: 'INVITE', callId, sequence: 7, uri: `sip:${phone_number}@127.0.0.1` };
  await caller.request(doomed.sipPort, { ...invite, body: peerSdp(40_300) });
  let rings = await caller.takeResponse('INVITE');
  while (rings.status < 180) rings = await caller.takeResponse('INVITE');
  expect(rings.status).toBe(180);
  const [{ id }] = await eventually(
    async () => (await account.get('/user/calls')).body.data,
    (calls) => calls.length === 1,
  );
  const kill = async (): Promise<void> => {
    await doomed.kill();
    await open();
  };
  return { account, id, doomed: { sipPort: doomed.sipPort, kill }, rings };
}

/** The final response to the ringing INVITE. */
async function lastWord(caller: Caller, { rings }: Ringing): Promise<SipResponse> {
  let last = await caller.takeResponse('INVITE');
  while (last.status < 200) last = await caller.takeResponse('INVITE');
  for (const name of ['via', 'call-id', 'from', 'to', 'cseq']) {
    expect(headersOf(last, name)).toEqual(headersOf(rings, name));
  }
  return last;
}

/** Answers the BYE after the final response with 481, as a caller does, and waits for the end of the call. */
async function isSettled(caller: Caller, { account, id, rings }: Ringing): Promise<void> {
  const bye = await caller.takeRequest('BYE');
  expect(headerOf(bye, 'from')).toContain(tagOf(rings));
  caller.respond(bye, 481);
  expect(await endedCall(account, id)).toMatchObject({ status: 'failed', end_reason: DIED });
  await noPendingHangUp(survivor, [id]);
}

describe('an inbound call ringing at a killed process', () => {
  test('is rejected by another process over UDP', async () => {
    const caller = await openSipPeer();
    const other = await startVoice(survivor);
    const call = await ringing(caller);
    await call.doomed.kill();
    expect((await lastWord(caller, call)).status).toBe(503);
    await isSettled(caller, call);
    await other.kill();
  });

  variant('is rejected over a new TCP connection', async () => {
    const peer = await openStreamPeer();
    const request = async (port: number, asked: PeerRequest): Promise<void> => {
      await peer.connect(port);
      peer.request({ ...asked, contact: `<sip:peer@127.0.0.1:${peer.port};transport=tcp>` });
    };
    const caller = { ...peer, request };
    const other = await startVoice(survivor);
    const call = await ringing(caller);
    await call.doomed.kill();
    expect((await lastWord(caller, call)).status).toBe(503);
    await isSettled(caller, call);
    await other.kill();
  });

  variant('is rejected by the restarted process', async () => {
    const caller = await openSipPeer();
    const call = await ringing(caller);
    await call.doomed.kill();
    const inItsPlace = await startVoice(survivor, { PARLEY_SIP_PORT: String(call.doomed.sipPort) });
    const last = await lastWord(caller, call);
    const branch = /branch=([^;,]+)/.exec(headerOf(last, 'via') ?? '')?.[1] ?? '';
    const about = { callId: headerOf(last, 'call-id') ?? '', sequence: 7, toTag: tagOf(last), branch };
    caller.request(call.doomed.sipPort, { method: 'ACK', ...about });
    await isSettled(caller, call);
    await inItsPlace.kill();
  });
});
