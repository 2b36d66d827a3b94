import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { countryOf } from '#contract/phone-numbers.ts';
import { type ManualClock, manualClock } from '../../../test/kit/clocks.ts';
import {
  type FakeNumber,
  type SeenRequest,
  startTwilioNumbersFake,
  type TwilioNumbersFake,
} from '../../../test/kit/twilio-numbers-fake.ts';
import { twilioSdk } from '../../../test/kit/twilio-sdk.ts';
import { carrierHttp } from '../../compose/carrier-http.ts';
import { parseAddressRanges } from '../../http/outbound/address-rules.ts';
import { createOutboundClient } from '../../http/outbound/outbound-client.ts';
import type { OutboundClient } from '../../http/outbound/outbound-request.ts';
import type { TelephonyNumbers } from '../interfaces/telephony-numbers.ts';
import { createTwilioNumbers } from './twilio-numbers.ts';

const account = { accountSid: `AC${'ab'.repeat(16)}`, authToken: 'token' };
const { signal } = new AbortController();
const any = { contains: null, smsCapable: null };

let fake: TwilioNumbersFake;
let clock: ManualClock;
let outbound: OutboundClient;
let numbers: TelephonyNumbers;

const local = (phoneNumber: string, more: Partial<FakeNumber> = {}): FakeNumber => ({
  phoneNumber,
  country: 'US',
  kind: 'Local',
  sms: true,
  locality: 'Austin',
  region: 'TX',
  ...more,
});

function open(authToken = account.authToken): TelephonyNumbers {
  return createTwilioNumbers({
    http: carrierHttp(outbound),
    apiUrl: fake.origin,
    credentials: { account_sid: account.accountSid, auth_token: authToken },
    countryOf,
    inboundUrl: 'https://parley.example/api/sms',
    callsUrl: 'https://parley.example/api/calls',
  });
}

beforeEach(async () => {
  fake = await startTwilioNumbersFake(account);
  clock = manualClock();
  outbound = createOutboundClient({ allowPrivate: parseAddressRanges('127.0.0.0/8').ranges, clock });
  numbers = open();
  fake.stock.push(
    local('+15125550102'),
    local('+15125550101'),
    local('+15125550103', { sms: false }),
    local('+40721000001', { country: 'RO', kind: 'Mobile', locality: '', region: '' }),
  );
});
afterEach(async () => {
  await outbound.close();
  await fake.close();
});

const order = (phoneNumber: string, name = 'parley-order-1') => ({ phoneNumber, order: name });
const found = async (query: Parameters<TelephonyNumbers['search']>[0]): Promise<string[]> =>
  (await numbers.search(query, signal)).map(({ phoneNumber }) => phoneNumber);

describe('a search', () => {
  test('returns available numbers in order', async () => {
    const offers = await numbers.search({ ...any, countryCode: 'US', limit: 2 }, signal);
    const place = { countryCode: 'US', region: 'Austin, TX', smsCapable: true, monthlyPrice: null };
    expect(offers).toEqual([
      { phoneNumber: '+15125550101', ...place },
      { phoneNumber: '+15125550102', ...place },
    ]);
  });

  test('covers local and mobile numbers, and returns nothing for a country without either', async () => {
    const [offer] = await numbers.search({ ...any, countryCode: 'RO', limit: 9 }, signal);
    expect(offer).toEqual({
      phoneNumber: '+40721000001',
      countryCode: 'RO',
      region: 'Romania',
      smsCapable: true,
      monthlyPrice: null,
    });
    expect(await found({ ...any, countryCode: 'ZZ', limit: 9 })).toEqual([]);
  });

  test('returns monthly prices by kind', async () => {
    const price = (number_type: unknown, current_price: unknown) => ({ number_type, current_price });
    fake.prices.set('US', {
      price_unit: 'usd',
      phone_number_prices: [price('toll free', '2.00'), price('local', '1.15'), price('mobile', 'free')],
    });
    const search = async (countryCode: string) =>
      (await numbers.search({ ...any, countryCode, limit: 1 }, signal))[0]?.monthlyPrice;
    expect(await search('US')).toEqual({ amount: 1.15, currency: 'USD' });
    // A malformed price list is ignored, and numbers are found anyway.
    for (const list of [
      { price_unit: 7, phone_number_prices: [price('local', '1.15')] },
      { price_unit: 'usd', phone_number_prices: [price('local', '-1'), 'local', null] },
      { price_unit: 'usd', phone_number_prices: 'none' },
    ]) {
      fake.prices.set('US', list);
      expect(await search('US'), JSON.stringify(list)).toBeNull();
    }
    expect(await search('RO')).toBeNull();
  });

  test('filters by digits, even a single one, and by SMS capability', async () => {
    const query = { ...any, countryCode: 'US', limit: 9 };
    expect(await found({ ...query, contains: '0102' })).toEqual(['+15125550102']);
    expect(await found({ ...query, contains: '3' })).toEqual(['+15125550103']);
    expect(await found({ ...query, smsCapable: true })).toEqual(['+15125550101', '+15125550102']);
    expect(await found({ ...query, smsCapable: false })).toEqual(['+15125550103']);
  });
});

describe('a purchase', () => {
  test('returns the number, its reference and its capabilities', async () => {
    expect(await numbers.purchase(order('+15125550101'), signal)).toEqual({
      phoneNumber: '+15125550101',
      countryCode: 'US',
      region: 'United States',
      smsCapable: true,
      reference: expect.stringMatching(/^PN/),
    });
    expect(fake.owned[0]).toMatchObject({
      friendly_name: 'parley-order-1',
      sms_url: 'https://parley.example/api/sms',
    });
    expect(await numbers.purchase(order('+15125550101'), signal)).toBeNull();
    expect(await numbers.purchase(order('+15125559999'), signal)).toBeNull();
  });

  test.each(['sold-and-reset', 'sold-and-garbled', 'sold-and-500'] as const)(
    'that succeeds despite a failed response (%s) is found in the list and not repeated',
    async (kind) => {
      fake.behave({ kind });
      const bought = await numbers.purchase(order('+15125550101'), signal);
      expect(bought?.reference).toBe(fake.owned[0]?.sid);
      expect(fake.sold).toBe(1);
    },
  );

  test('without a response is found in the list', async () => {
    fake.behave({ kind: 'sold-and-hang' });
    const arrival = fake.nextPurchase();
    const purchase = numbers.purchase(order('+15125550101'), signal);
    await arrival;
    clock.advance(20_000);
    expect((await purchase)?.reference).toBe(fake.owned[0]?.sid);
  });

  test('that is not in the list times out, and may be found later', async () => {
    fake.behave({ kind: 'reset' });
    const wanted = order('+15125550101');
    await expect(numbers.purchase(wanted, signal)).rejects.toMatchObject({ code: 'timeout' });
    expect(await numbers.findBought(wanted, signal)).toBeNull();
    await numbers.purchase(wanted, signal);
    expect(await numbers.findBought(wanted, signal)).toMatchObject({ phoneNumber: '+15125550101' });
    expect(await numbers.findBought(order('+15125550101', 'parley-order-2'), signal)).toBeNull();
  });

  test.each([
    [400, { code: 21631, message: 'Address required' }, 'rejected', /Address required/],
    [401, { code: 20003, message: 'Authenticate' }, 'rejected', /Authenticate/],
    [429, { code: 20429, message: 'Too many' }, 'rate-limited', /Too many/],
    [503, { message: 'Soon' }, 'rate-limited', /Soon/],
  ])('refused with %i buys nothing', async (status, body, code, message) => {
    fake.behave({ kind: 'answer', status, body });
    const purchase = numbers.purchase(order('+15125550101'), signal);
    await expect(purchase).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
    expect(fake.requests).toHaveLength(1);
  });

  test('is not sent to an unreachable host', async () => {
    await fake.close();
    await expect(numbers.purchase(order('+15125550101'), signal)).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  test('times out if the list cannot be read either', async () => {
    fake.behave({ kind: 'sold-and-hang' });
    const arrival = fake.nextPurchase();
    const purchase = numbers.purchase(order('+15125550101'), signal);
    const refused = expect(purchase).rejects.toMatchObject({ code: 'timeout' });
    await arrival;
    fake.isDown = true;
    clock.advance(20_000);
    await refused;
  });
});

describe('a release', () => {
  test('removes the number, and can be repeated', async () => {
    const bought = await numbers.purchase(order('+15125550101'), signal);
    await numbers.release(bought?.reference ?? '', signal);
    expect(fake.owned).toEqual([]);
    await numbers.release(bought?.reference ?? '', signal);
  });

  test('fails if the provider is down', async () => {
    fake.isDown = true;
    await expect(numbers.release(`PN${'0'.repeat(32)}`, signal)).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});

test('reports a wrong token instead of an empty result', async () => {
  const stranger = open('wrong');
  await expect(stranger.search({ ...any, countryCode: 'US', limit: 1 }, signal)).rejects.toMatchObject({
    code: 'rejected',
  });
  expect(() => createTwilioNumbers({ ...optionsWith({ account_sid: 'AC1', auth_token: 'x' }) })).toThrow(
    /not valid for a Twilio account/,
  );
});

function optionsWith(credentials: unknown): Parameters<typeof createTwilioNumbers>[0] {
  return {
    http: carrierHttp(outbound),
    apiUrl: fake.origin,
    credentials,
    countryOf,
    inboundUrl: null,
    callsUrl: null,
  };
}

describe('the official Twilio SDK', () => {
  test('sends the same requests and reads the same responses', async () => {
    const sdk = twilioSdk(fake.origin, account);
    const since = (): SeenRequest[] => fake.requests.splice(0);
    await numbers.search({ countryCode: 'US', contains: '55', smsCapable: true, limit: 9 }, signal);
    const asked = since();
    const [ours, prices] = [asked[0], asked.at(-1)];
    const theirs = await sdk
      .availablePhoneNumbers('US')
      .local.page({ contains: '55', smsEnabled: true, pageSize: 9 });
    expect(since()[0]).toEqual(ours);
    await sdk.pricing.v1.phoneNumbers
      .countries('US')
      .fetch()
      .catch(() => null);
    expect(since()[0]).toEqual(prices);
    expect(theirs.instances[0]).toMatchObject({ phoneNumber: '+15125550102', isoCountry: 'US' });

    const bought = await numbers.purchase(order('+15125550101'), signal);
    const [purchase] = since();
    const made = await sdk.incomingPhoneNumbers.create({
      phoneNumber: '+15125550102',
      friendlyName: 'parley-order-2',
      smsMethod: 'POST',
      smsUrl: 'https://parley.example/api/sms',
      voiceUrl: 'https://parley.example/api/calls',
      voiceMethod: 'POST',
      voiceFallbackUrl: 'https://parley.example/api/calls',
      voiceFallbackMethod: 'POST',
      statusCallback: 'https://parley.example/api/calls',
      statusCallbackMethod: 'POST',
    });
    const [theirPurchase] = since();
    expect({ ...theirPurchase, parameters: Object.keys(theirPurchase?.parameters ?? {}).sort() }).toEqual({
      ...purchase,
      parameters: Object.keys(purchase?.parameters ?? {}).sort(),
    });
    const wanted = order('+15125550102', 'parley-order-2');
    expect((await numbers.findBought(wanted, signal))?.reference).toBe(made.sid);
    const [look] = since();
    const { order: friendlyName, phoneNumber } = wanted;
    const list = await sdk.incomingPhoneNumbers.page({ phoneNumber, friendlyName, pageSize: 20 });
    expect(since()[0]).toEqual(look);
    expect(list.instances.map(({ sid }) => sid)).toEqual([made.sid]);

    await numbers.release(bought?.reference ?? '', signal);
    await sdk.incomingPhoneNumbers(made.sid).remove();
    const [release, theirRelease] = since();
    expect({ ...theirRelease, path: '' }).toEqual({ ...release, path: '' });
    expect(fake.owned).toEqual([]);
  });
});
