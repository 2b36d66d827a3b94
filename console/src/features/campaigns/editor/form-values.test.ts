import { expect, test } from 'vitest';
import { normalizeInput, validate } from '#contract/validation.ts';
import { campaignSchema, minutesInWords, newValues, weekHours } from './form-values.ts';

const limits = {
  campaigns: 10,
  max_calls_in_parallel: 4,
  calling_hours: { start_minute: 480, end_minute: 1260 },
  sandbox_calling_hours: { start_minute: 0, end_minute: 1440 },
};
const check = (values: object) => validate(campaignSchema(limits), normalizeInput(values));

test('a new campaign needs only a name and an assistant', () => {
  const result = check(newValues(limits, 'Europe/Bucharest', []));
  expect(result.ok ? [] : Object.keys(result.fields).sort()).toEqual(['assistant_id', 'name']);
  const named = { ...newValues(limits, 'Europe/Bucharest', []), name: 'Spring', assistant_id: '7' };
  expect(check(named)).toMatchObject({
    ok: true,
    value: { name: 'Spring', assistant_id: 7, max_calls_in_parallel: 3, max_retries: 3, retry_interval: 60 },
  });
});

test('a new campaign has the assistant if only one can call', () => {
  expect(newValues(limits, 'UTC', [{ id: 7 }]).assistant_id).toBe('7');
  expect(newValues(limits, 'UTC', [{ id: 7 }, { id: 8 }]).assistant_id).toBeNull();
});

test('validates concurrency against the limit of this server', () => {
  const values = {
    ...newValues(limits, 'UTC', []),
    name: 'Spring',
    assistant_id: '7',
    max_calls_in_parallel: '5',
  };
  expect(check(values)).toMatchObject({
    ok: false,
    fields: { max_calls_in_parallel: ['The max calls in parallel field must not be greater than 4.'] },
  });
  const least = { ...limits, max_calls_in_parallel: 1 };
  expect(newValues(least, 'UTC', []).max_calls_in_parallel).toBe('1');
});

test.each([
  ['90', '1 hour 30 minutes'],
  ['60', '1 hour'],
  ['4320', '3 days'],
  ['1501', '1 day 1 hour 1 minute'],
  ['0', ''],
  ['soon', ''],
])('formats %s minutes as "%s"', (text, words) => {
  expect(minutesInWords(text)).toBe(words);
});

test('returns no weekly hours if a time is missing', () => {
  const values = newValues(limits, 'UTC', []);
  expect(weekHours(values)).toMatchObject({ start: 540, end: 1079 });
  expect(weekHours({ ...values, allowed_hours_end_time: '' })).toBeNull();
});
