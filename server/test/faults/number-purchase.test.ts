import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openOrder } from '../../src/modules/phone-numbers/orders/order-store.ts';
import { settleOrders } from '../../src/modules/phone-numbers/orders/settle-orders.ts';
import { eventually } from '../kit/eventually.ts';
import { endsWithTest } from '../kit/left-running.ts';
import { startServerProcess } from '../kit/server-process.ts';
import { type Client, clientOf, startTestServer, type TestServer } from '../kit/test-server.ts';
import { startTwilioNumbersFake, type TwilioNumbersFake } from '../kit/twilio-numbers-fake.ts';

const twilio = { accountSid: `AC${'cd'.repeat(16)}`, authToken: 'token' };
const NUMBER = '+15125550101';

let fake: TwilioNumbersFake;
let server: TestServer;
let account: Client;
let environment: Record<string, string>;

beforeAll(async () => {
  fake = await startTwilioNumbersFake(twilio);
  environment = {
    PARLEY_TWILIO_ACCOUNT_SID: twilio.accountSid,
    PARLEY_TWILIO_AUTH_TOKEN: twilio.authToken,
    PARLEY_TWILIO_API_URL: fake.origin,
  };
  server = await startTestServer({ environment });
});
afterAll(async () => {
  await server.stop();
  await fake.close();
});
beforeEach(async () => {
  account = await server.account();
  for (const last of ['1', '2', '3']) {
    const phoneNumber = `+1512555010${last}`;
    fake.stock.push({ phoneNumber, country: 'US', kind: 'Local', sms: true, locality: 'Austin' });
  }
});
afterEach(async () => {
  fake.stock.splice(0);
  fake.owned.splice(0);
  fake.behave();
  fake.isDown = false;
  fake.sold = 0;
  await server.database.query('delete from phone_numbers');
  await server.database.query('delete from number_orders');
});

const buy = (client = account, phone_number = NUMBER) =>
  client.post('/user/phone-numbers/purchase', { phone_number });
const mine = async (): Promise<string[]> =>
  (await account.get('/user/phone-numbers/all')).body.data.map(
    ({ phone_number }: { phone_number: string }) => phone_number,
  );
const orders = () => server.database.query('select id from number_orders');
const settle = () => settleOrders(server.dependencies.phoneNumbers, new AbortController().signal);

describe('with a Twilio account', () => {
  test('searches, buys and releases numbers', async () => {
    const offers = await account.get('/user/phone-numbers/search?country_code=us&contains=0101');
    expect(offers.body.data).toEqual([
      {
        phone_number: NUMBER,
        country_code: 'US',
        type: 'normal',
        type_label: 'Dedicated Number',
        sms_capable: true,
        region: 'Austin',
        monthly_price: null,
      },
    ]);
    const bought = await buy();
    expect(bought.status).toBe(201);
    expect(bought.body.data).toMatchObject({ phone_number: NUMBER, has_active_subscription: true });
    expect((await buy()).status).toBe(409);
    expect((await buy(await server.account())).status).toBe(409);
    expect(await orders()).toEqual([]);
    expect((await account.delete(`/user/phone-numbers/${bought.body.data.id}`)).status).toBe(200);
    expect(fake.owned).toEqual([]);
  });

  test('returns Twilio’s reason for a refusal and leaves no open order', async () => {
    fake.behave({ kind: 'answer', status: 400, body: { code: 21631, message: 'Address required' } });
    const answer = await buy();
    expect(answer.status).toBe(503);
    expect(answer.body.error).toContain('Address required');
    expect(await orders()).toEqual([]);
  });

  test('buys a number once when it is requested several times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => buy()));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect(fake.sold).toBe(1);
    expect(await mine()).toEqual([NUMBER]);
  });

  test('a retry finds a number whose purchase answer was lost, for the same account only', async () => {
    fake.behave({ kind: 'sold-and-500' });
    fake.isDown = false;
    const arrival = fake.nextPurchase();
    const first = buy();
    await arrival;
    // The list of owned numbers is unavailable, too.
    fake.isDown = true;
    expect((await first).status).toBe(503);
    expect(await settle()).toBe(0);
    fake.isDown = false;
    expect((await buy(await server.account())).status).toBe(409);
    const again = await buy();
    expect(again.status).toBe(201);
    expect([fake.sold, await orders()]).toEqual([1, []]);
  });

  test('abandons an order after an hour if the number was not bought', async () => {
    fake.behave({ kind: 'reset' });
    expect((await buy()).status).toBe(503);
    expect(await settle()).toBe(0);
    expect(await orders()).toHaveLength(1);
    await server.database.query(`update number_orders set created_at = now() - interval '61 minutes'`);
    expect(await settle()).toBe(0);
    expect([await orders(), await mine(), fake.sold]).toEqual([[], [], 0]);
  });

  test('keeps an order that is reopened during settlement', async () => {
    fake.behave({ kind: 'reset' });
    expect((await buy()).status).toBe(503);
    await server.database.query(`update number_orders set created_at = now() - interval '61 minutes'`);
    const { phoneNumbers } = server.dependencies;
    const shop = phoneNumbers.carriers.get('twilio');
    if (shop === undefined) throw new Error('There is no shop.');
    const anew = { provider: 'twilio', phoneNumber: NUMBER, processId: phoneNumbers.processId };
    const findBought = async (): Promise<null> => {
      const order = await openOrder(server.database, { userId: account.userId, ...anew });
      expect(order).toMatchObject({ isRepeat: true });
      return null;
    };
    const carriers = new Map([['twilio', { ...shop, findBought }]]);
    expect(await settleOrders({ ...phoneNumbers, carriers }, new AbortController().signal)).toBe(0);
    expect(await orders()).toHaveLength(1);
  });
});

test('kill -9 during a purchase loses no number, because another process finds it', async () => {
  const doomed = await startServerProcess(server.testDatabase.connection, environment);
  endsWithTest(doomed.kill);
  fake.behave({ kind: 'sold-and-hang' });
  const arrival = fake.nextPurchase();
  const purchase = buy(clientOf(doomed.api, account.token));
  const broken = expect(purchase).rejects.toThrow();
  await arrival;
  await doomed.kill();
  await broken;
  expect(await eventually(mine, (numbers) => numbers.length > 0)).toEqual([NUMBER]);
  expect([fake.sold, await orders()]).toEqual([1, []]);
  const [number] = (await account.get('/user/phone-numbers')).body;
  expect((await account.delete(`/user/phone-numbers/${number.id}`)).status).toBe(200);
  expect(fake.owned).toEqual([]);
});
