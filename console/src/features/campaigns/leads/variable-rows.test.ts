import { expect, test } from 'vitest';
import { changedVariables, rowsOf, variablesInLine, variablesOf } from './variable-rows.ts';

const stored = { name: 'Ana', guests: 4, address: { city: 'Cluj' }, note: null };

test('shows variables as text and keeps the type of untouched ones', () => {
  const rows = rowsOf(stored);
  expect(rows).toEqual([
    { name: 'name', value: 'Ana' },
    { name: 'guests', value: '4' },
    { name: 'address', value: '{"city":"Cluj"}' },
    { name: 'note', value: '' },
  ]);
  expect(variablesOf(rows, stored)).toEqual(stored);
  expect(changedVariables(rows, stored)).toEqual({});
});

test('sends only changed variables', () => {
  const rows = [
    { name: 'name', value: '' },
    { name: 'guests', value: '5' },
    { name: ' city ', value: 'Cluj' },
    { name: '', value: 'nothing' },
  ];
  expect(changedVariables(rows, stored)).toEqual({ name: null, guests: '5', city: 'Cluj' });
});

test('accepts names of inherited object properties', () => {
  expect(variablesOf([{ name: 'toString', value: 'x' }])).toEqual({ toString: 'x' });
});

test('joins variables in one line', () => {
  expect(variablesInLine({ name: 'Ana', guests: 4 })).toBe('name: Ana, guests: 4');
  expect(variablesInLine({})).toBe('');
});
