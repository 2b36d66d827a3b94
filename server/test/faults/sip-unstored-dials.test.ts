import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { headerOf, headersOf, type SipRequest } from '../../src/telephony/sip/message/sip-message.ts';
import { endedCall, makeCall, mobileNumber } from '../kit/calls.ts';
import { variant } from '../kit/run-size.ts';
import { openSipPeer } from '../kit/sip/sip-peer.ts';
import { openSoftphone } from '../kit/sip/softphone.ts';
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
  // Storing a dialed call has no effect, as if it came too late; storing a call to an extension is only delayed.
  await survivor.database.script(`
    create function delay() returns trigger language plpgsql as
      'begin perform pg_sleep(0.3); return case when new.client_phone_number like ''+%'' then old else new end; end';
    create trigger delay before update of farewell on calls for each row
      when (old.process_id is not null and new.process_id is not null and new.ended_at is null)
      execute function delay()`);
});
afterAll(() => survivor.stop());

let numbers = 0;
beforeEach(() => {
  numbers += 1;
});

interface Dialed {
  account: Client;
  id: number;
  doomed: VoiceProcess;
}

/** Makes a call from a process that is killed before storing it. */
async function dialed(address: string, fields: Record<string, string> = {}): Promise<Dialed> {
  const account = await survivor.account();
  const phone_number = `+40311000${300 + numbers}`;
  const numberId = await trunkTo(account, { address, phone_number, ...fields });
  const assistant_id = await assistantOver(account, {
    type: 'outbound',
    numberId,
    fields: { ringing_time: 60 },
  });
  const doomed = await startVoice(survivor);
  const id = await makeCall(account, { assistant_id, phone_number: mobileNumber() });
  return { account, id, doomed };
}

/** The fields that CANCEL and INVITE share (RFC 3261 9.1). */
function expectSame(cancel: SipRequest, invite: SipRequest): void {
  expect(cancel.uri).toBe(invite.uri);
  for (const name of ['via', 'call-id', 'from', 'to', 'route', 'max-forwards']) {
    expect(headersOf(cancel, name)).toEqual(headersOf(invite, name));
  }
  expect(headerOf(cancel, 'cseq')).toBe(`${sequenceOf(invite)} CANCEL`);
}

interface CancellingPeer {
  takeRequest(method: string): Promise<SipRequest>;
  respond(request: SipRequest, status: number): void;
}

/** The CANCEL of the INVITE. The peer answers all other CANCELs with 481. */
async function takeCancel(peer: CancellingPeer, invite: SipRequest): Promise<SipRequest> {
  for (;;) {
    const cancel = await peer.takeRequest('CANCEL');
    const isIts = headerOf(cancel, 'via') === headerOf(invite, 'via');
    peer.respond(cancel, isIts ? 200 : 481);
    if (isIts) return cancel;
  }
}

async function isSettled({ account, id }: Dialed): Promise<void> {
  expect(await endedCall(account, id)).toMatchObject({ status: 'failed', end_reason: DIED });
  await noPendingHangUp(survivor, [id]);
}

test('an INVITE that was not stored is canceled over UDP', async () => {
  const peer = await openSipPeer();
  const call = await dialed(`127.0.0.1:${peer.port}`);
  const invite = await peer.takeRequest('INVITE');
  const other = await startVoice(survivor);
  await call.doomed.kill();
  expectSame(await takeCancel(peer, invite), invite);
  await isSettled(call);
  await other.kill();
});

variant('an INVITE that was not stored is canceled over TCP', async () => {
  const peer = await openStreamPeer();
  const call = await dialed(`127.0.0.1:${peer.port};transport=tcp`);
  const invite = await peer.takeRequest('INVITE');
  const other = await startVoice(survivor);
  await call.doomed.kill();
  expectSame(await takeCancel(peer, invite), invite);
  await isSettled(call);
  await other.kill();
});

variant('the authenticated INVITE is canceled, not only the challenged one', async () => {
  const peer = await openSipPeer();
  const login = { sip_username: 'mill', sip_password: 'a long secret' };
  const call = await dialed(`127.0.0.1:${peer.port}`, login);
  const challenged = await peer.takeRequest('INVITE');
  const challenge = 'Proxy-Authenticate: Digest realm="carrier", nonce="n1", algorithm=MD5';
  peer.respond(challenged, 407, { tag: 'a', headers: [challenge] });
  const proved = await peer.takeRequest('INVITE');
  const other = await startVoice(survivor);
  expect(headersOf(proved, 'via')).not.toEqual(headersOf(challenged, 'via'));
  await call.doomed.kill();
  expectSame(await takeCancel(peer, proved), proved);
  await isSettled(call);
  await other.kill();
});

variant('an INVITE to a registered phone is canceled', async () => {
  const account = await survivor.account();
  const [phone_number, username] = [String(1000 + numbers), `desk${numbers}`];
  const { body } = await account.post('/user/phone-numbers/sip-trunks', {
    sip_trunk_type: 'extension',
    phone_number,
    country_code: 'RO',
    sip_address: 'dynamic',
    sip_username: username,
    sip_password: 'secret',
  });
  const assistant_id = await assistantOver(account, { type: 'outbound', numberId: body.data.id });
  const doomed = await startVoice(survivor);
  const phone = await openSoftphone();
  const contacts = [`<sip:desk@127.0.0.1:${phone.port}>`];
  const { status } = await phone.registerAuthenticated(doomed.sipPort, {
    username,
    named: username,
    contacts,
  });
  expect(status).toBe(200);
  const id = await makeCall(account, { assistant_id, phone_number });
  const invite = await phone.takeRequest('INVITE');
  // The INVITE cannot be derived from the call, so its data was stored before dialing.
  const stored = await survivor.database.query('select from calls where id = $1 and farewell is not null', [
    id,
  ]);
  expect(stored).toHaveLength(1);
  const other = await startVoice(survivor);
  await doomed.kill();
  expectSame(await takeCancel(phone, invite), invite);
  await isSettled({ account, id, doomed });
  await other.kill();
});
