import { describe, expect, test } from 'vitest';
import { nameErrors, numberError, settleRequest, suppliedFrom, suppliedTo } from './rules.ts';

const nothing = {
  from: null,
  phone_number_id: null,
  to: null,
  phone_number: null,
  body: null,
  message: null,
};

describe('a field with two names', () => {
  test('is accepted under either name, and under both with equal values', () => {
    for (const request of [
      { ...nothing, from: 7, to: '+1', body: 'Hi' },
      { ...nothing, phone_number_id: 7, phone_number: '+1', message: 'Hi' },
      { from: 7, phone_number_id: 7, to: '+1', phone_number: '+1', body: 'Hi', message: 'Hi' },
    ]) {
      expect(nameErrors(request)).toEqual({});
      expect(settleRequest(request)).toEqual({ from: 7, to: '+1', body: 'Hi' });
    }
  });

  test('is reported as missing under the first name and as conflicting under the second', () => {
    expect(Object.keys(nameErrors(nothing))).toEqual(['from', 'to', 'body']);
    const both = { ...nothing, from: 7, phone_number_id: 8, to: '+1', body: 'Hi', message: 'Ho' };
    expect(Object.keys(nameErrors(both))).toEqual(['phone_number_id', 'message']);
  });

  test('is not reported as missing if its value is invalid', () => {
    const { from: _from, ...withoutFrom } = nothing;
    expect(Object.keys(nameErrors(withoutFrom))).toEqual(['to', 'body']);
    expect(suppliedFrom(withoutFrom)).toBeNull();
  });

  test('has its errors reported under the name that was used', () => {
    expect(suppliedFrom({ ...nothing, phone_number_id: 8 })).toEqual({ name: 'phone_number_id', id: 8 });
    expect(suppliedFrom({ ...nothing, from: 7, phone_number_id: 8 })).toEqual({ name: 'from', id: 7 });
    expect(suppliedTo({ ...nothing, phone_number: '+1' })).toEqual({
      name: 'phone_number',
      phoneNumber: '+1',
    });
  });
});

test.each([
  [null, 'The selected from is invalid.'],
  [{ sms_capable: false, has_active_subscription: true }, 'The selected from cannot send SMS.'],
  [{ sms_capable: true, has_active_subscription: false }, 'The selected from has no active subscription.'],
  [{ sms_capable: true, has_active_subscription: true }, null],
])('reports the error for the sender number %j: %s', (number, words) => {
  expect(numberError('from', number)).toBe(words);
});
