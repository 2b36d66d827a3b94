import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { decodeUlaw } from '../../../src/core/g711.ts';
import { parseRtp } from '../../../src/telephony/rtp/rtp-packet.ts';
import { PacketUnprotector } from '../../../src/telephony/rtp/srtp/srtp-session.ts';
import { headerOf } from '../../../src/telephony/sip/message/sip-message.ts';
import { readCrypto } from '../../../src/telephony/sip/sdp/crypto-attribute.ts';
import { createAssistant } from '../../kit/assistants.ts';
import { callOnce, endedCall, makeCall } from '../../kit/calls.ts';
import { eventually } from '../../kit/eventually.ts';
import { openRtpPeer } from '../../kit/rtp-peer.ts';
import { freePorts } from '../../kit/sip/free-ports.ts';
import { openSipPeer, peerSdp, type SipPeer } from '../../kit/sip/sip-peer.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  const [port = 0] = await freePorts(1);
  server = await startTestServer({
    environment: { PARLEY_SIP_PORT: String(port), PARLEY_SIP_HOST: '127.0.0.1', PARLEY_RTP_PORTS: '0' },
  });
});
afterAll(() => server.stop());

/** Makes an outbound call over a trunk to a carrier that the test scripts message by message. */
async function calling(number: string, media = '') {
  const account: Client = await server.account();
  const carrier: SipPeer = await openSipPeer();
  const rtp = await openRtpPeer();
  onTestFinished(() => rtp.close());
  const { body, status, text } = await account.post('/user/phone-numbers/sip-trunks', {
    sip_trunk_type: 'number',
    phone_number: number,
    sip_address: `127.0.0.1:${carrier.port}${media}`,
    inbound_authorization_type: 'ip',
    allowed_inbound_ips: ['192.0.2.1'],
  });
  expect(status, text).toBe(201);
  const assistant = await createAssistant(account, { type: 'outbound', phone_number_id: body.data.id });
  const call = await makeCall(account, { assistant_id: assistant.id, phone_number: '+40721000066' });
  return { account, carrier, rtp, call, invite: await carrier.takeRequest('INVITE') };
}

/** Hangs up at the end of an answered call. */
async function hangUp({ account, carrier, call }: Awaited<ReturnType<typeof calling>>): Promise<void> {
  await account.post(`/user/calls/${call}/hang-up`);
  carrier.respond(await carrier.takeRequest('BYE'), 200);
  expect(await endedCall(account, call)).toMatchObject({ status: 'completed' });
}

const loudestOf = (payloads: readonly Uint8Array[]): number =>
  payloads.reduce(
    (loudest, payload) => Math.max(loudest, ...decodeUlaw(payload).map((sample) => Math.abs(sample))),
    0,
  );

test('sends audio to the address in the SDP of the ringing response when the answer has no SDP', async () => {
  const set = await calling('+40312000002');
  const { account, carrier, rtp, call, invite } = set;
  carrier.respond(invite, 183, { tag: 'a', body: peerSdp(rtp.port) });
  await callOnce(account, call, ({ status }) => status === 'ringing');
  expect(rtp.received).toEqual([]);
  carrier.respond(invite, 200, { tag: 'a' });
  await carrier.takeRequest('ACK');
  await eventually(
    async () => loudestOf(rtp.received.map(({ payload }) => payload)),
    (loudest) => loudest > 1000,
  );
  await hangUp(set);
});

test('audio over a trunk with media=srtp is encrypted with the negotiated key', async () => {
  const set = await calling('+40312000003', ';media=srtp');
  const { carrier, rtp, invite } = set;
  const ours = readCrypto([/a=crypto:(.*)/.exec(invite.body)?.[1] ?? '']);
  if (ours === null) throw new Error('The offer has no key.');
  const key = `a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${randomBytes(30).toString('base64')}\r\na=sendrecv`;
  const body = peerSdp(rtp.port).replace('RTP/AVP', 'RTP/SAVP').replace('a=sendrecv', key);
  carrier.respond(invite, 200, { tag: 'a', body });
  expect(headerOf(await carrier.takeRequest('ACK'), 'to')).toContain('tag=a');
  const opener = new PacketUnprotector(ours.key);
  const payloads: Uint8Array[] = [];
  await eventually(
    async () => {
      for (const bytes of rtp.receivedBytes.splice(0)) {
        const clear = opener.rtp(bytes);
        const packet = clear === null ? null : parseRtp(clear);
        if (packet !== null) payloads.push(packet.payload);
      }
      return loudestOf(payloads);
    },
    (loudest) => loudest > 1000,
  );
  await hangUp(set);
});

test('a call over a trunk with media=srtp fails when the carrier refuses encryption', async () => {
  const { account, carrier, call, invite } = await calling('+40312000004', ';media=srtp');
  carrier.respond(invite, 488, { tag: 'a' });
  await carrier.takeRequest('ACK');
  expect(await endedCall(account, call)).toMatchObject({ status: 'failed' });
});
