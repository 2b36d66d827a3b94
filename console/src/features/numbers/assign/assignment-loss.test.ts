import { expect, test } from 'vitest';
import type { ListedAssistant } from '../../../data/assistants.ts';
import type { PhoneNumber } from '../../../data/numbers.ts';
import { assignmentLoss } from './assignment-loss.ts';

const number = (id: number): PhoneNumber => ({
  id,
  phone_number: `+1202555010${id}`,
  country_code: 'US',
  type: 'normal',
  type_label: 'Dedicated Number',
  sms_capable: true,
  region: 'United States',
  has_active_subscription: true,
  created_at: '2026-03-01T12:00:00.000000Z',
});
const assistant = (id: number, name: string, phone_number_id: number | null): ListedAssistant => ({
  id,
  name,
  type: 'inbound',
  mode: 'pipeline',
  status: 'active',
  language: { id: 1, name: 'English', iso_2: 'en' },
  phone_number_id,
  updated_at: '2026-03-01T12:00:00.000000Z',
});
const numbers = [number(1), number(2)];
const desk = assistant(1, 'Front desk', 1);
const sales = assistant(2, 'Sales', 2);
const idle = assistant(3, 'Support', null);

test.each([
  ['a free number to an assistant without one', idle, undefined, null],
  ['a number to the assistant that has it', desk, desk, null],
  ['a number to no assistant', null, desk, null],
  ['a taken number', idle, desk, '“Front desk” no longer answers +12025550101.'],
  ['a free number to an assistant with one', sales, undefined, '“Sales” no longer answers +12025550102.'],
  [
    'a taken number to an assistant with one',
    sales,
    desk,
    '“Front desk” no longer answers +12025550101. “Sales” no longer answers +12025550102.',
  ],
])('names what assistants lose when it assigns %s', (_, chosen, holder, loss) => {
  expect(assignmentLoss({ number: number(1), assistant: chosen }, { holder, numbers })).toBe(loss);
});
