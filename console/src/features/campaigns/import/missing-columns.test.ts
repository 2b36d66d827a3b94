import { expect, test } from 'vitest';
import { missingColumns } from './missing-columns.ts';

const assistant = {
  initial_message: 'Hello {{ name }}!',
  system_prompt: 'You call {{name}} about {{visit.day}} at {{clinic}}, {{First_Name}}.',
  voice_mail_message: 'Call back {{desk}}.',
  reengagement_prompt: null,
  variables: { clinic: 'Harbour Dental', desk: null },
};

test('what neither a column nor the assistant fills is missing, each once, in the order in which it is asked for', () => {
  expect(missingColumns(assistant, ['first name', 'note'])).toEqual([
    { name: 'name', almost: null },
    { name: 'visit.day', almost: null },
    { name: 'First_Name', almost: 'first name' },
    { name: 'desk', almost: null },
  ]);
});

test('with a column for each nothing is missing, and letters count', () => {
  expect(missingColumns(assistant, ['name', 'visit.day', 'First_Name', 'desk'])).toEqual([]);
  expect(missingColumns(assistant, ['Name', 'visit.day', 'First_Name', 'desk'])).toEqual([
    { name: 'name', almost: 'Name' },
  ]);
});
