import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeUlaw } from '../../src/core/g711.ts';
import { createAssistant } from '../kit/assistants.ts';
import { endedCall } from '../kit/calls.ts';
import { eventually } from '../kit/eventually.ts';
import { startBaresip } from '../kit/sip/baresip.ts';
import { freePorts } from '../kit/sip/free-ports.ts';
import { isMissing } from '../kit/sip/programs.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';
import { recordingChannels } from '../kit/voice/recording-channels.ts';
import { shareContained } from '../kit/voice/same-samples.ts';

const NUMBER = '+40312000009';

/** Sound that survives µ-law as it is and repeats itself nowhere; its end would end the call. */
const says = decodeUlaw(
  Uint8Array.from({ length: 8000 * 60 }, (_, index) => (index * index + index / 3) % 256),
);

let server: TestServer;
let account: Client;
let port: number;

beforeAll(async () => {
  [port = 0] = await freePorts(1);
  server = await startTestServer({
    environment: { PARLEY_SIP_PORT: String(port), PARLEY_SIP_HOST: '127.0.0.1', PARLEY_RTP_PORTS: '0' },
  });
  account = await server.account();
});
afterAll(() => server.stop());

describe.skipIf(isMissing('baresip'))('a softphone that calls', () => {
  test('finds in the recording what it said on the left, and what it heard on the right', async () => {
    const phone = await startBaresip(says);
    const trunk = await account.post('/user/phone-numbers/sip-trunks', {
      ...{ sip_trunk_type: 'number', phone_number: NUMBER, sip_address: `127.0.0.1:${phone.port}` },
      ...{ inbound_authorization_type: 'ip', allowed_inbound_ips: ['127.0.0.0/8'] },
    });
    expect(trunk.status, trunk.text).toBe(201);
    const reception = await createAssistant(account, {
      initial_message: 'Mill Inn, good evening. Breakfast is from seven to ten. How may I help you tonight?',
      ...{ record: true, allow_interruptions: false, enable_noise_cancellation: false },
    });
    await account.put(`/user/assistant/${reception.id}`, { phone_number_id: trunk.body.data.id });

    phone.command('dial', `sip:${NUMBER}@127.0.0.1:${port}`);
    const heard = await eventually(
      () => phone.heard(),
      (samples) => samples.length > loudAt(samples) + 16_000,
    );
    phone.command('hangup');
    const [{ id }] = (await account.get('/user/calls?type=inbound')).body.data;
    const { recording_url: url } = await endedCall(account, id);
    const { left, right } = await recordingChannels(url);

    // What one says stands in the recording without a seam, and every packet that the other hears is one that the recording
    // holds: on an idle machine all of it, up to those around a gap. A busy one is late with some, which are missing then.
    expect(shareContained(left.subarray(8000, 24_000), says, 80)).toBeGreaterThan(0.95);
    expect(shareContained(secondOf(heard), right)).toBeGreaterThan(0.8);
    // The measure tells one from the other.
    expect(shareContained(secondOf(heard), left)).toBe(0);
  });
});

/** Where speech is first loud; infinity: nowhere yet. */
function loudAt(samples: readonly number[]): number {
  const at = samples.findIndex((sample) => Math.abs(sample) > 4000);
  return at < 0 ? Number.POSITIVE_INFINITY : at;
}

/** A second of packets, from the one in which speech begins. */
function secondOf(heard: readonly number[]): Int16Array {
  const begin = Math.floor(loudAt(heard) / 160) * 160;
  return Int16Array.from(heard.slice(begin, begin + 8000));
}
