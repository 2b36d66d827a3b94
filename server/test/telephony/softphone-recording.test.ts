import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { decodeAlaw, decodeUlaw } from '../../src/core/g711.ts';
import { createAssistant } from '../kit/assistants.ts';
import { endedCall } from '../kit/calls.ts';
import { eventually } from '../kit/eventually.ts';
import { onSecondTry } from '../kit/second-tries.ts';
import { BOB, startBaresip } from '../kit/sip/baresip.ts';
import { freePorts } from '../kit/sip/free-ports.ts';
import { isMissing } from '../kit/sip/programs.ts';
import { trunkTo } from '../kit/sip/voice-processes.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';
import { recordingChannels } from '../kit/voice/recording-channels.ts';
import { asHeard, ofOneCode, ofTwoCodes, shareContained } from '../kit/voice/same-samples.ts';

const fixture = (name: string): string => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));

/** Repeat themselves nowhere; their end would end the call. */
const codes = Uint8Array.from({ length: 8000 * 60 }, (_, index) => (index * index + index / 3) % 256);

let server: TestServer;
let account: Client;
let port: number;
/** Each rings at one assistant. */
const numbers: { id: number; number: string }[] = [];

async function open(): Promise<void> {
  [port = 0] = await freePorts(1);
  server = await startTestServer({
    environment: {
      ...{ PARLEY_SIP_PORT: String(port), PARLEY_SIP_HOST: '127.0.0.1', PARLEY_RTP_PORTS: '0' },
      PARLEY_SIP_TLS_CERT: fixture('tls-certificate.pem'),
      PARLEY_SIP_TLS_KEY: fixture('tls-key.pem'),
    },
  });
  account = await server.account();
  // Trunks stand before the first call: whom an address belongs to is remembered for a while.
  numbers.length = 0;
  for (const number of ['+40312000009', '+40312000010', '+40312000011']) {
    numbers.push({ id: await trunkTo(account, { address: '127.0.0.1:9', phone_number: number }), number });
  }
}
const close = (): Promise<void> => server.stop();
beforeAll(open);
afterAll(close);
beforeEach(onSecondTry(close, open));

describe.skipIf(isMissing('baresip'))('a softphone that calls', () => {
  // Each says sound that survives its code as it is.
  test.each([
    { over: 'UDP', code: 'PCMU', payload: 0, says: decodeUlaw(codes) },
    { over: 'UDP', code: 'PCMA', payload: 8, says: decodeAlaw(codes) },
    { over: 'TLS', code: 'PCMU', payload: 0, says: decodeUlaw(codes) },
  ])(
    'over $over with $code alone finds in the recording what it said on the left, and what it heard on the right',
    async ({ over, code, payload, says }) => {
      const { id: phone_number_id, number } = numbers.pop() ?? expect.unreachable();
      const phone = await startBaresip(says, `${BOB};audio_codecs=${code}/8000/1`, {
        authorities: fixture('tls-certificate.pem'),
      });
      const reception = await createAssistant(account, {
        initial_message:
          'Mill Inn, good evening. Breakfast is from seven to ten. How may I help you tonight?',
        ...{ record: true, allow_interruptions: false, enable_noise_cancellation: false },
      });
      await account.put(`/user/assistant/${reception.id}`, { phone_number_id });

      phone.command('dial', `sip:${number}@127.0.0.1:${port};transport=${over.toLowerCase()}`);
      const heard = await eventually(
        () => phone.heard(),
        (samples) => samples.length > loudAt(samples) + 16_000,
      );
      phone.command('hangup');
      const [{ id }] = (await account.get('/user/calls?type=inbound')).body.data;
      const { recording_url: url } = await endedCall(account, id);
      const { left, right } = await recordingChannels(url);

      expect(phone.words()).toContain(`SIP/2.0/${over} 127.0.0.1`);
      const agreed = [...phone.words().matchAll(/^m=audio \d+ RTP\/AVP ([\d ]+)/gm)];
      expect(agreed.map(([, payloads]) => payloads)).toEqual([`${payload} 101`, `${payload} 101`]);
      // The recording is in µ-law, whatever was spoken on the line.
      const rounding = code === 'PCMA' ? ofTwoCodes : ofOneCode;
      // What one says stands in the recording without a seam, and every packet that the other hears is one that the recording
      // holds: on an idle machine all of it, up to those around a gap. A busy one is late with some, which are missing then.
      expect(shareContained(left.subarray(8000, 24_000), asHeard(says), { samples: 80 })).toBeGreaterThan(
        0.95,
      );
      expect(shareContained(secondOf(heard), right, { rounding })).toBeGreaterThan(0.8);
      // The measure tells one from the other.
      expect(shareContained(secondOf(heard), left, { rounding })).toBe(0);
    },
  );
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
