import { expect, test } from 'vitest';
import { nameError, rowErrors, rowsOf, variablesOf } from './variable-rows.ts';

test('variables survive being edited, whatever they hold', () => {
  const variables = { name: 'Ana', count: 3, on: false, list: [1, 2], nothing: null };
  expect(variablesOf(rowsOf(variables))).toEqual(variables);
});

test('text stays text, also where it reads as a number', () => {
  expect(variablesOf(rowsOf({ code: '007' }))).toEqual({ code: '007' });
});

test('errors stand at the places of their rows', () => {
  const rows = ['', 'a', 'b}c', 'a'].map((name, key) => ({ key, name, value: 'x', isJson: false }));
  expect(Object.keys(rowErrors(rows))).toEqual([0, 1, 2, 3].map((index) => `variables.${index}.name`));
  expect(rowErrors(rows.slice(1, 2))).toEqual({});
});

test('what has no name is left out, and the last of a name holds', () => {
  const row = { value: 'x', isJson: false };
  const rows = [
    { ...row, key: 1, name: '' },
    { ...row, key: 2, name: 'a' },
    { ...row, key: 3, name: ' a ', value: 'y' },
  ];
  expect(variablesOf(rows)).toEqual({ a: 'y' });
});

test.each([
  ['name', 'x', null],
  ['order.id', 'x', null],
  ['', '', null],
  ['', 'x', 'Give it a name.'],
  ['Two words', 'x', null],
  ['Oraș', 'x', null],
  ['a|b', 'x', 'Use at most 64 characters, without { } and |.'],
  ['{{a}}', 'x', 'Use at most 64 characters, without { } and |.'],
  ['a'.repeat(65), 'x', 'Use at most 64 characters, without { } and |.'],
  ['other', 'x', 'There is another one of this name.'],
])('%j', (name, value, error) => {
  const row = { key: 1, name, value, isJson: false };
  expect(nameError([row, { key: 2, name: 'other', value: '', isJson: false }], row)).toBe(error);
});
