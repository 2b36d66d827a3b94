import fc from 'fast-check';
import { expect, test } from 'vitest';
import { legalHoursOf } from './legal-hours.ts';

const hours = {
  people: { startMinute: 480, endMinute: 1260 },
  sandbox: { startMinute: 0, endMinute: 1440 },
};

test('a campaign with only sandbox numbers uses the sandbox hours', () => {
  expect(legalHoursOf([{ provider: 'sandbox' }, { provider: 'sandbox' }], hours)).toBe(hours.sandbox);
});

test('a campaign with a real number, or without numbers, uses the hours for calls to people', () => {
  const provider = fc.constantFrom('sandbox', 'sip', 'twilio', 'another', '');
  fc.assert(
    fc.property(fc.array(fc.record({ provider })), (numbers) => {
      const isReal = numbers.length === 0 || numbers.some((number) => number.provider !== 'sandbox');
      expect(legalHoursOf(numbers, hours)).toBe(isReal ? hours.people : hours.sandbox);
    }),
  );
});
