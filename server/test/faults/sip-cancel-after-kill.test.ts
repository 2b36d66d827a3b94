import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { headerOf, headersOf, type SipRequest } from '../../src/telephony/sip/message/sip-message.ts';
import { callOnce, endedCall, makeCall, mobileNumber } from '../kit/calls.ts';
import { eventually } from '../kit/eventually.ts';
import { variant } from '../kit/run-size.ts';
import { startBaresip } from '../kit/sip/baresip.ts';
import { isMissing } from '../kit/sip/programs.ts';
import { openSipPeer, peerSdp } from '../kit/sip/sip-peer.ts';
import { startSipp } from '../kit/sip/sipp.ts';
import { openStreamPeer } from '../kit/sip/stream-peer.ts';
import {
  assistantOver,
  DIED,
  noPendingHangUp,
  sequenceOf,
  startSurvivor,
  startVoice,
  trunkTo,
  type VoiceProcess,
} from '../kit/sip/voice-processes.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

let survivor: TestServer;
beforeAll(async () => {
  survivor = await startSurvivor();
});
afterAll(() => survivor.stop());

/** Waits until the call has ended and its ringing was canceled. */
async function isSettled({ account, id }: Dialed): Promise<void> {
  expect(await endedCall(account, id)).toMatchObject({ status: 'failed', end_reason: DIED });
  await noPendingHangUp(survivor, [id]);
}

let numbers = 0;

interface Dialed {
  account: Client;
  id: number;
  doomed: VoiceProcess;
}

/** Makes a call from a process that will be killed. @param address of the carrier */
async function dialed(address: string, phone_number = mobileNumber()): Promise<Dialed> {
  numbers += 1;
  const account = await survivor.account();
  const numberId = await trunkTo(account, { address, phone_number: `+40311000${100 + numbers}` });
  const assistant_id = await assistantOver(account, {
    type: 'outbound',
    numberId,
    fields: { ringing_time: 60 },
  });
  const doomed = await startVoice(survivor);
  const id = await makeCall(account, { assistant_id, phone_number });
  return { account, id, doomed };
}

/** The fields that CANCEL and INVITE share (RFC 3261 9.1). */
function expectSame(cancel: SipRequest, invite: SipRequest): void {
  expect(cancel.uri).toBe(invite.uri);
  for (const name of ['via', 'call-id', 'from', 'to', 'route']) {
    expect(headersOf(cancel, name)).toEqual(headersOf(invite, name));
  }
  expect(headerOf(cancel, 'to')).not.toContain('tag=');
  expect(headerOf(cancel, 'cseq')).toBe(`${sequenceOf(invite)} CANCEL`);
  expect(cancel.body).toBe('');
}

const rings = ({ account, id }: Dialed): Promise<unknown> =>
  callOnce(account, id, ({ status }) => status === 'ringing');

describe('a ringing phone whose calling process is killed', () => {
  test('is canceled by another process over UDP', async () => {
    const peer = await openSipPeer();
    const call = await dialed(`127.0.0.1:${peer.port}`);
    const invite = await peer.takeRequest('INVITE');
    peer.respond(invite, 180, { tag: 'person' });
    await rings(call);
    const other = await startVoice(survivor);
    await call.doomed.kill();
    const cancel = await peer.takeRequest('CANCEL');
    expectSame(cancel, invite);
    peer.respond(cancel, 200);
    await isSettled(call);
    await other.kill();
  });

  variant('is canceled over a new TCP connection', async () => {
    const peer = await openStreamPeer();
    const call = await dialed(`127.0.0.1:${peer.port};transport=tcp`);
    const invite = await peer.takeRequest('INVITE');
    peer.respond(invite, 180, { tag: 'person' });
    await rings(call);
    const other = await startVoice(survivor);
    await call.doomed.kill();
    const cancel = await peer.takeRequest('CANCEL');
    expectSame(cancel, invite);
    expect(peer.connections().all).toBe(2);
    peer.respond(cancel, 200);
    peer.respond(invite, 487, { tag: 'person' });
    // Late responses go to the process that sent the CANCEL.
    const acknowledgement = await peer.takeRequest('ACK');
    expect(headersOf(acknowledgement, 'via')).toEqual(headersOf(invite, 'via'));
    await isSettled(call);
    await other.kill();
  });

  variant('is canceled even if it has not responded yet', async () => {
    const peer = await openSipPeer();
    const call = await dialed(`127.0.0.1:${peer.port}`);
    const invite = await peer.takeRequest('INVITE');
    const other = await startVoice(survivor);
    await call.doomed.kill();
    const cancel = await peer.takeRequest('CANCEL');
    expectSame(cancel, invite);
    peer.respond(cancel, 481);
    // The next INVITE of the call may also have been sent.
    let next = await peer.takeRequest('CANCEL');
    while (headerOf(next, 'via') === headerOf(cancel, 'via')) next = await peer.takeRequest('CANCEL');
    expect(sequenceOf(next)).toBe(sequenceOf(invite) + 1);
    peer.respond(next, 481);
    await isSettled(call);
    await other.kill();
  });

  variant.each([481, 200])('is hung up if answered after the kill (the CANCEL gets %i)', async (status) => {
    const peer = await openSipPeer();
    const call = await dialed(`127.0.0.1:${peer.port}`);
    const invite = await peer.takeRequest('INVITE');
    peer.respond(invite, 180, { tag: 'person' });
    await rings(call);
    const other = await startVoice(survivor);
    await call.doomed.kill();
    const cancel = await peer.takeRequest('CANCEL');
    peer.respond(cancel, status);
    const bye = await peer.takeRequest('BYE');
    expect(headerOf(bye, 'call-id')).toBe(headerOf(invite, 'call-id'));
    expect(headerOf(bye, 'to')).toMatch(/;tag=person$/);
    expect(sequenceOf(bye)).toBeGreaterThan(sequenceOf(invite));
    peer.respond(bye, 200);
    await isSettled(call);
    await other.kill();
  });

  variant('is acknowledged and hung up by the restarted process if it answers', async () => {
    const peer = await openSipPeer();
    const call = await dialed(`127.0.0.1:${peer.port}`);
    const invite = await peer.takeRequest('INVITE');
    await call.doomed.kill();
    const inItsPlace = await startVoice(survivor, { PARLEY_SIP_PORT: String(call.doomed.sipPort) });
    const cancel = await peer.takeRequest('CANCEL');
    peer.respond(invite, 200, { tag: 'late', body: peerSdp(40_100) });
    peer.respond(cancel, 200);
    const acknowledgement = await peer.takeRequest('ACK');
    expect(headerOf(acknowledgement, 'cseq')).toBe(`${sequenceOf(invite)} ACK`);
    const bye = await peer.takeRequest('BYE');
    for (const request of [acknowledgement, bye]) expect(headerOf(request, 'to')).toMatch(/;tag=late$/);
    peer.respond(bye, 200);
    await isSettled(call);
    await inItsPlace.kill();
  });
});

/** One minute of silence at 8 kHz. */
const silence = new Int16Array(8000 * 60);

describe.skipIf(isMissing('baresip'))('baresip', () => {
  variant.each(['udp', 'tcp'])(
    'stops ringing over %s when its caller’s process is killed',
    async (transport) => {
      const number = mobileNumber();
      const phone = await startBaresip(silence, `<sip:${number}@127.0.0.1>;regint=0;answermode=manual`);
      const call = await dialed(`127.0.0.1:${phone.port};transport=${transport}`, number);
      await rings(call);
      const other = await startVoice(survivor);
      await call.doomed.kill();
      await eventually(
        async () => phone.words(),
        (words) => words.includes('session closed'),
      );
      await isSettled(call);
      await other.kill();
    },
  );
});

describe.skipIf(isMissing('sipp'))('sipp', () => {
  variant('gets a matching CANCEL while ringing', async () => {
    const phone = await startSipp('ringing.xml', { options: ['-deadcall_wait', '0'] });
    const call = await dialed(`127.0.0.1:${phone.port}`);
    await rings(call);
    const other = await startVoice(survivor);
    await call.doomed.kill();
    // The phone responds to the address of the killed process, so its final response is lost.
    expect(await phone.ended).toBe(0);
    await other.kill();
  });
});
