import { expect, test } from 'vitest';
import { nameError, rowErrors, rowsOf, variablesOf } from './variable-rows.ts';

test('keeps the types of variables through editing', () => {
  const variables = { name: 'Ana', count: 3, on: false, list: [1, 2], nothing: null };
  expect(variablesOf(rowsOf(variables))).toEqual(variables);
});

test('keeps text that looks like a number as text', () => {
  expect(variablesOf(rowsOf({ code: '007' }))).toEqual({ code: '007' });
});

test('reports errors at their rows', () => {
  const rows = ['', 'a', 'b}c', 'a'].map((name, key) => ({ key, name, value: 'x', isJson: false }));
  expect(Object.keys(rowErrors(rows))).toEqual([0, 1, 2, 3].map((index) => `variables.${index}.name`));
  expect(rowErrors(rows.slice(1, 2))).toEqual({});
});

test('drops rows without a name and keeps the last of duplicates', () => {
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
  ['', 'x', 'Enter a name.'],
  ['Two words', 'x', null],
  ['Oraș', 'x', null],
  ['a|b', 'x', 'Use at most 64 characters, without { } and |.'],
  ['{{a}}', 'x', 'Use at most 64 characters, without { } and |.'],
  ['a'.repeat(65), 'x', 'Use at most 64 characters, without { } and |.'],
  ['other', 'x', 'This name is already used.'],
])('a row with the name %j and the value %j has the error %j', (name, value, error) => {
  const row = { key: 1, name, value, isJson: false };
  expect(nameError([row, { key: 2, name: 'other', value: '', isJson: false }], row)).toBe(error);
});
