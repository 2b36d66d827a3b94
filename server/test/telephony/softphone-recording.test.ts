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
import {
  asHeard,
  ofOneCode,
  ofTwoCodes,
  shareBetweenGaps,
  shareContained,
} from '../kit/voice/same-samples.ts';

const fixture = (name: string): string => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));

/** Does not repeat, and is longer than the call, because baresip ends a call when its audio ends. */
const codes = Uint8Array.from({ length: 8000 * 60 }, (_, index) => (index * index + index / 3) % 256);

let server: TestServer;
let account: Client;
let port: number;
/** One number per assistant. */
const numbers: { id: number; number: string }[] = [];

async function open(): Promise<void> {
  [port = 0] = await freePorts(1);
  server = await startTestServer({
    environment: {
      PARLEY_SIP_PORT: String(port),
      PARLEY_SIP_HOST: '127.0.0.1',
      PARLEY_RTP_PORTS: '0',
      PARLEY_SIP_TLS_CERT: fixture('tls-certificate.pem'),
      PARLEY_SIP_TLS_KEY: fixture('tls-key.pem'),
    },
  });
  account = await server.account();
  // Create all trunks before the first call, because the trunks of an address are cached.
  numbers.length = 0;
  for (const number of ['+40312000009', '+40312000010', '+40312000011']) {
    numbers.push({ id: await trunkTo(account, { address: '127.0.0.1:9', phone_number: number }), number });
  }
}
const close = (): Promise<void> => server.stop();
beforeAll(open);
afterAll(close);
beforeEach(onSecondTry(close, open));

describe.skipIf(isMissing('baresip'))('a calling softphone', () => {
  // Each softphone plays audio that its codec encodes without loss.
  test.each([
    { over: 'UDP', code: 'PCMU', payload: 0, says: decodeUlaw(codes) },
    { over: 'UDP', code: 'PCMA', payload: 8, says: decodeAlaw(codes) },
    { over: 'TLS', code: 'PCMU', payload: 0, says: decodeUlaw(codes) },
  ])(
    'over $over with only $code is recorded with its audio left and ours right',
    async ({ over, code, payload, says }) => {
      const { id: phone_number_id, number } = numbers.pop() ?? expect.unreachable();
      const phone = await startBaresip(says, `${BOB};audio_codecs=${code}/8000/1`, {
        authorities: fixture('tls-certificate.pem'),
      });
      const reception = await createAssistant(account, {
        initial_message:
          'Mill Inn, good evening. Breakfast is from seven to ten. How may I help you tonight?',
        record: true,
        allow_interruptions: false,
        enable_noise_cancellation: false,
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
      // The recording is always µ-law.
      const rounding = code === 'PCMA' ? ofTwoCodes : ofOneCode;
      // The recording contains the softphone's audio without gaps, and every packet that it received. On a busy machine late
      // packets are missing.
      expect(shareBetweenGaps(left.subarray(8000, 24_000), asHeard(says), { samples: 80 })).toBeGreaterThan(
        0.95,
      );
      expect(shareContained(secondOf(heard), right, { rounding })).toBeGreaterThan(0.8);
      // The comparison can tell the channels apart.
      expect(shareContained(secondOf(heard), left, { rounding })).toBe(0);
    },
  );
});

/** Index of the first loud sample; Infinity if nothing was loud yet. */
function loudAt(samples: readonly number[]): number {
  const at = samples.findIndex((sample) => Math.abs(sample) > 4000);
  return at < 0 ? Number.POSITIVE_INFINITY : at;
}

/** One second of packets from the start of speech. */
function secondOf(heard: readonly number[]): Int16Array {
  const begin = Math.floor(loudAt(heard) / 160) * 160;
  return Int16Array.from(heard.slice(begin, begin + 8000));
}
