import { expect, test } from 'vitest';
import { toE164 } from '#contract/phone-numbers.ts';
import { createSandboxNumbers, inventoryOf } from './sandbox-numbers.ts';

const { signal } = new AbortController();
const owned = new Set<string>();
const carrier = createSandboxNumbers({
  taken: async (numbers) => new Set(numbers.filter((number) => owned.has(number))),
});
const orderOf = (phoneNumber: string) => ({ phoneNumber, order: 'order' });
const any = { contains: null, smsCapable: null };

test('always offers the same valid numbers of a country', async () => {
  for (const countryCode of ['US', 'GB', 'DE', 'RO', 'LT']) {
    const query = { ...any, countryCode, limit: 50 };
    const offers = await carrier.search(query, signal);
    expect(offers).toHaveLength(50);
    expect(await carrier.search(query, signal)).toEqual(offers);
    for (const offer of offers) {
      expect(toE164(offer.phoneNumber, countryCode)).toBe(offer.phoneNumber);
      expect(offer).toMatchObject({ countryCode, region: expect.stringMatching(/^[A-Z]/) });
    }
  }
  expect(await carrier.search({ ...any, countryCode: 'XX', limit: 50 }, signal)).toEqual([]);
});

test('computes the numbers of a country once', () => {
  expect(inventoryOf('FR').length).toBeGreaterThan(500);
  expect(inventoryOf('FR')).toBe(inventoryOf('FR'));
  expect(inventoryOf('XX')).toEqual([]);
});

test('filters by digits and capabilities', async () => {
  const query = { ...any, countryCode: 'US', limit: 5 };
  const [offer] = await carrier.search({ ...query, contains: '0123' }, signal);
  expect(offer?.phoneNumber).toContain('0123');
  for (const smsCapable of [true, false]) {
    const offers = await carrier.search({ ...query, smsCapable }, signal);
    expect(offers.map((one) => one.smsCapable)).toEqual(Array.from({ length: 5 }, () => smsCapable));
  }
});

test('sells each free number once', async () => {
  const query = { ...any, countryCode: 'GB', limit: 1 };
  const [offer] = await carrier.search(query, signal);
  const number = offer?.phoneNumber ?? '';
  const bought = await carrier.purchase(orderOf(number), signal);
  expect(offer).toEqual({ ...bought, reference: undefined, monthlyPrice: { amount: 0, currency: 'USD' } });
  expect(bought?.reference).toBe(number);
  owned.add(number);
  expect(await carrier.purchase(orderOf(number), signal)).toBeNull();
  expect((await carrier.search(query, signal))[0]?.phoneNumber).not.toBe(number);
  await carrier.release(number, signal);
  owned.delete(number);
  expect((await carrier.search(query, signal))[0]?.phoneNumber).toBe(number);
  expect(await carrier.purchase(orderOf('+442079460000'), signal)).toBeNull();
  expect(await carrier.purchase(orderOf('nonsense'), signal)).toBeNull();
});
