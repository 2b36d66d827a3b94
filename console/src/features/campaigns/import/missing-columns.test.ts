import { expect, test } from 'vitest';
import { missingColumns } from './missing-columns.ts';

const assistant = {
  initial_message: 'Hello {{ name }}!',
  system_prompt: 'You call {{name}} about {{visit.day}} at {{clinic}}, {{First_Name}}.',
  voice_mail_message: 'Call back {{desk}}.',
  reengagement_prompt: null,
  variables: { clinic: 'Harbour Dental', desk: null },
};

test('lists each unfilled variable once, in order of appearance', () => {
  expect(missingColumns(assistant, ['first-name', 'note'])).toEqual([
    { name: 'name', almost: null },
    { name: 'visit.day', almost: null },
    { name: 'First_Name', almost: 'first-name' },
    { name: 'desk', almost: null },
  ]);
});

test('matches columns regardless of case, spaces and underscores', () => {
  expect(missingColumns(assistant, ['Name', 'visit.day', 'first name', 'DESK'])).toEqual([]);
});

test('needs no column for variables with a default and system variables', () => {
  const texts = {
    ...assistant,
    initial_message: 'Hello {{title|dear}} {{customer_phone}}!',
    system_prompt: 'x',
  };
  expect(missingColumns(texts, ['desk'])).toEqual([]);
});
