import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import { mobileNumber } from '../kit/calls.ts';
import { AT_ANY_HOUR } from '../kit/campaign-dials.ts';
import { createCampaign, createLead, setStatus } from '../kit/campaigns.ts';
import { eventually } from '../kit/eventually.ts';
import { endsWithTest } from '../kit/left-running.ts';
import { connectionUrl, type ServerProcess, startServerProcess } from '../kit/server-process.ts';
import { freePorts } from '../kit/sip/free-ports.ts';
import { openSipPeer, peerSdp } from '../kit/sip/sip-peer.ts';
import { startTestServer, type TestServer } from '../kit/test-server.ts';

/** A server that is not killed and has no SIP; it serves the API and cleans up after killed processes. */
let survivor: TestServer;

beforeEach(async () => {
  survivor = await startTestServer({
    environment: { ...AT_ANY_HOUR, PARLEY_ROLE: 'worker', DATABASE_URL: 'postgres://elsewhere/parley' },
  });
});
afterEach(() => survivor.stop());

async function startVoice(): Promise<ServerProcess> {
  const [sipPort = 0] = await freePorts(1);
  const { connection } = survivor.testDatabase;
  const voice = await startServerProcess(connection, {
    ...AT_ANY_HOUR,
    PARLEY_ROLE: 'voice',
    DATABASE_URL: connectionUrl(connection),
    PARLEY_SIP_PORT: String(sipPort),
  });
  endsWithTest(voice.kill);
  return voice;
}

test('a campaign slot is reused only after the carrier confirmed that the killed process’s call has ended', async () => {
  const peer = await openSipPeer();
  const account = await survivor.account();
  const trunk = await account.post('/user/phone-numbers/sip-trunks', {
    sip_trunk_type: 'number',
    phone_number: mobileNumber(),
    sip_address: `127.0.0.1:${peer.port}`,
    inbound_authorization_type: 'ip',
    allowed_inbound_ips: ['127.0.0.0/8'],
  });
  const assistant = await createAssistant(account, { type: 'outbound', post_call_evaluation: false });
  const { id } = await createCampaign(account, {
    assistant_id: assistant.id,
    max_calls_in_parallel: 1,
    phone_number_ids: [trunk.body.data.id],
  });
  for (let lead = 0; lead < 2; lead += 1) {
    await createLead(account, { campaign_id: id, phone_number: mobileNumber() });
  }
  const doomed = await startVoice();
  expect((await setStatus(account, id, 'start')).status).toBe(200);
  const first = await peer.takeRequest('INVITE');
  peer.respond(first, 200, { tag: 'person', body: peerSdp(40_004) });
  await peer.takeRequest('ACK');
  await eventually(
    async () => (await account.get(`/user/calls?campaign_id=${id}&status=in-progress`)).body.data,
    (calls) => calls.length === 1,
  );
  const other = await startVoice();
  await doomed.kill();

  // The carrier answers only the third BYE.
  await peer.takeRequest('BYE');
  await peer.takeRequest('BYE');
  const bye = await peer.takeRequest('BYE');
  peer.respond(bye, 200);
  const second = await peer.takeRequest('INVITE');
  expect(peer.received.indexOf(bye)).toBeLessThan(peer.received.indexOf(second));
  peer.respond(second, 486, { tag: 'person' });
  await other.kill();
});
