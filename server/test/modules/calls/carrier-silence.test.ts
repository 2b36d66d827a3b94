import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import type { CarrierFake } from '../../kit/carrier-fake/carrier-fake.ts';
import { startCarrierFake } from '../../kit/carrier-fake/start-carrier-fake.ts';
import {
  CARRIER_CASES,
  carrierEnvironment,
  carrierSender,
  connectSender,
} from '../../kit/carrier-senders.ts';
import { manualClock } from '../../kit/clocks.ts';
import { customerPhone, sendFreeform } from '../../kit/messaging.ts';
import { startTestServer, type TestServer } from '../../kit/test-server.ts';

const clock = manualClock(systemClock.now());
let fake: CarrierFake;
let server: TestServer;

beforeAll(async () => {
  fake = await startCarrierFake();
  server = await startTestServer({ environment: carrierEnvironment(fake), overrides: { clock } });
});
afterAll(async () => {
  await server.stop();
  await fake.close();
});

/** Number of submitted messages, without the requests that read templates. */
const requestCount = async (): Promise<number> =>
  (await fake.requests()).filter(({ method }) => method === 'POST').length;

describe.each(CARRIER_CASES)('$provider does not respond', (carrier) => {
  test.each([
    ['after accepting the message', { kind: 'take-and-hang' }, 1],
    ['without accepting the message', { kind: 'hang' }, 0],
  ] as const)(
    '%s: after twenty seconds the sender learns that the result is unknown',
    async (_what, behavior, taken) => {
      await fake.behave({ kind: 'accept' });
      const account = await server.account();
      const sender = await carrierSender(fake, account, { carrier });
      const phone = customerPhone();
      await fake.customerWrites({
        account: carrier.account,
        url: sender.url,
        from: carrier.address(phone),
        to: carrier.address(carrier.phoneNumber),
        text: 'Hello?',
        sentAtSeconds: Math.floor(clock.now().getTime() / 1000),
      });
      await fake.behave(behavior);
      const before = await requestCount();
      const key = { 'idempotency-key': `silence-${phone}` };
      const about = { sender_id: sender.id, recipient_phone: phone };
      const pending = sendFreeform(account, about, key);
      await expect.poll(requestCount).toBe(before + 1);
      clock.advance(19_999);
      const early = await sendFreeform(account, about, key);
      expect(early.status).toBe(409);
      clock.advance(1);
      const sent = await pending;
      expect([sent.status, sent.body.error_code]).toEqual([503, 'DELIVERY_UNKNOWN']);
      await fake.behave({ kind: 'accept' });
      const again = await sendFreeform(account, about, key);
      expect([again.status, again.body.error_code]).toEqual([503, 'DELIVERY_UNKNOWN']);
      const ledger = (await fake.messages()).filter(({ to }) => to.endsWith(phone));
      expect(ledger).toHaveLength(taken);
    },
  );
});

test('an unreachable carrier cannot be connected', async () => {
  const gone = await startTestServer({
    environment: {
      PARLEY_TWILIO_API_URL: 'http://127.0.0.1:9',
      PARLEY_CLOUD_MESSAGING_API_URL: 'http://127.0.0.1:9',
    },
  });
  for (const carrier of CARRIER_CASES) {
    const refused = await connectSender(await gone.account(), carrier);
    expect([refused.status, refused.body.error_code]).toEqual([503, 'CARRIER_UNAVAILABLE']);
  }
  await gone.stop();
});
