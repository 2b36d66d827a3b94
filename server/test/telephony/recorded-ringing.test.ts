import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { encodeUlaw } from '../../src/core/g711.ts';
import { endedCall, makeCall, mobileNumber } from '../kit/calls.ts';
import { eventually } from '../kit/eventually.ts';
import { openRtpPeer, type RtpPeer } from '../kit/rtp-peer.ts';
import { openSipPeer, peerSdp, type SipPeer } from '../kit/sip/sip-peer.ts';
import { assistantOver, trunkTo } from '../kit/sip/voice-processes.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';
import { recordingChannels } from '../kit/voice/recording-channels.ts';

let server: TestServer;
let account: Client;
beforeAll(async () => {
  server = await startTestServer({
    environment: { PARLEY_SIP_PORT: '0', PARLEY_SIP_HOST: '127.0.0.1', PARLEY_RTP_PORTS: '0' },
  });
  account = await server.account();
});
afterAll(() => server.stop());

const ANNOUNCED = encodeUlaw(new Int16Array(160).fill(5000));
const ANSWERED = encodeUlaw(new Int16Array(160).fill(-3000));
let count = 0;

/** A call that rings at a scripted carrier with early media. */
async function ringing(fields: object) {
  count += 1;
  const carrier: SipPeer = await openSipPeer();
  const rtp: RtpPeer = await openRtpPeer();
  onTestFinished(() => rtp.close());
  const phone_number = `+4031200003${count}`;
  const numberId = await trunkTo(account, { address: `127.0.0.1:${carrier.port}`, phone_number });
  const assistant_id = await assistantOver(account, { type: 'outbound', numberId, fields });
  const id = await makeCall(account, { assistant_id, phone_number: mobileNumber() });
  const invite = await carrier.takeRequest('INVITE');
  const to = Number(/m=audio (\d+)/.exec(invite.body)?.[1]);
  carrier.respond(invite, 183, { tag: 'a', body: peerSdp(rtp.port) });
  const play = async (payload: Uint8Array, from: number, frames: number): Promise<void> => {
    for (let sequence = from; sequence < from + frames; sequence += 1) {
      await rtp.send(to, { sequence, timestamp: sequence * 160, payload });
    }
  };
  const rings = (): Promise<unknown> =>
    eventually(
      async () => (await account.get(`/user/calls/${id}`)).body.status,
      (status) => status === 'ringing',
    );
  return { carrier, rtp, id, invite, play, rings };
}

/** Milliseconds of the left channel that have about this level. */
const lengthOf = (left: Int16Array, level: number, perMs = 8): number =>
  left.filter((sample) => Math.abs(sample - level) < 200).length / perMs;

test('a recording begins with the audio before the answer, and the call does not', async () => {
  const { carrier, id, invite, play, rings } = await ringing({ record: true });
  await play(ANNOUNCED, 1, 25);
  await rings();
  carrier.respond(invite, 200, { tag: 'a' });
  await carrier.takeRequest('ACK');
  await play(ANSWERED, 26, 10);
  await eventually(
    async () => (await account.get(`/user/calls/${id}`)).body.transcript,
    ({ length }) => length > 0,
  );
  await account.post(`/user/calls/${id}/hang-up`);
  await carrier.takeRequest('BYE').then((bye) => carrier.respond(bye, 200));
  const call = await endedCall(account, id);
  const { left, right } = await recordingChannels(call.recording_url);
  const ringingSamples = call.recording_ringing_ms * 8;
  expect(call.recording_state).toBe('kept');
  expect(lengthOf(left.subarray(0, ringingSamples), 5000)).toBe(500);
  expect(lengthOf(left.subarray(0, ringingSamples), -3000)).toBe(0);
  expect(lengthOf(left.subarray(ringingSamples), 5000)).toBe(0);
  expect(lengthOf(left.subarray(ringingSamples), -3000)).toBe(200);
  expect(right.subarray(0, ringingSamples).every((sample) => sample === 0)).toBe(true);
  // The audio before the answer is neither transcribed nor charged.
  expect(call.transcript.map(({ sender }: { sender: string }) => sender)).not.toContain('human');
  const recordedMs = left.length / 8 - call.recording_ringing_ms;
  expect(Math.abs(call.duration * 1000 - recordedMs)).toBeLessThan(2000);
});

test('a recording has the sample rate of the answer, also before it', async () => {
  const { carrier, rtp, id, invite, play, rings } = await ringing({ record: true });
  await play(ANNOUNCED, 1, 100);
  await rings();
  carrier.respond(invite, 200, { tag: 'a', body: peerSdp(rtp.port, 'sendrecv', '9 101') });
  await carrier.takeRequest('ACK');
  await eventually(
    async () => (await account.get(`/user/calls/${id}`)).body.transcript,
    ({ length }) => length > 0,
  );
  await account.post(`/user/calls/${id}/hang-up`);
  await carrier.takeRequest('BYE').then((bye) => carrier.respond(bye, 200));
  const call = await endedCall(account, id);
  const { left } = await recordingChannels(call.recording_url, 16_000);
  const ringingSamples = call.recording_ringing_ms * 16;
  const announcedMs = lengthOf(left.subarray(0, ringingSamples), 5000, 16);
  expect(announcedMs).toBeGreaterThan(1980);
  expect(announcedMs).toBeLessThanOrEqual(2000);
  expect(lengthOf(left.subarray(ringingSamples), 5000, 16)).toBe(0);
});

test.each([
  { name: 'busy', status: 486, fields: { record: true }, state: 'kept', ringingMs: 500 },
  { name: 'no answer', status: 480, fields: { record: true }, state: 'unanswered', ringingMs: null },
  {
    name: 'busy without recording',
    status: 486,
    fields: { record: false },
    state: 'unanswered',
    ringingMs: null,
  },
])('a call that is not answered: $name', async ({ status, fields, state, ringingMs }) => {
  const { carrier, id, invite, play, rings } = await ringing(fields);
  await play(ANNOUNCED, 1, 25);
  await rings();
  carrier.respond(invite, status, { tag: 'a' });
  const call = await endedCall(account, id);
  expect(call).toMatchObject({ recording_state: state, duration: 0, transcript: [], answered_at: null });
  if (ringingMs === null) {
    expect(call).toMatchObject({ recording_url: null, recording_ringing_ms: null });
    return;
  }
  const { left } = await recordingChannels(call.recording_url);
  expect(left.length).toBe(call.recording_ringing_ms * 8);
  expect(lengthOf(left, 5000)).toBe(ringingMs);
});
