import { expect, test } from 'vitest';
import { whoAnswers } from './who-answers.ts';

const numbers = [
  { id: 1, phone_number: '+12025550100' },
  { id: 2, phone_number: '+12025550101' },
  { id: 3, phone_number: '+12025550102' },
];
const assistants = [
  { name: 'Reminder', type: 'outbound', status: 'active', phone_number_id: 1 },
  { name: 'Reception', type: 'inbound', status: 'active', phone_number_id: 2 },
  { name: 'Asleep', type: 'inbound', status: 'inactive', phone_number_id: 3 },
  { name: 'Free', type: 'inbound', status: 'active', phone_number_id: null },
] as const;

test.each([
  ['+12025550101', 'Reception'],
  ['+1 202-555 0101', 'Reception'],
  ['0012025550101', 'Reception'],
  // Outbound and inactive assistants don't answer.
  ['+12025550100', null],
  ['+12025550102', null],
  ['+40721000000', null],
  ['', null],
])('%s is answered by %s', (dialed, name) => {
  expect(whoAnswers(dialed, numbers, assistants)?.name ?? null).toBe(name);
});
