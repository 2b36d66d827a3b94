import { expect, test } from 'vitest';
import { changedVariables, rowsOf, variablesInLine, variablesOf } from './variable-rows.ts';

const stored = { name: 'Ana', guests: 4, address: { city: 'Cluj' }, note: null };

test('variables are shown as text, and stay what they were while nobody touches them', () => {
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

test('only what differs is sent', () => {
  const rows = [
    { name: 'name', value: '' },
    { name: 'guests', value: '5' },
    { name: ' city ', value: 'Cluj' },
    { name: '', value: 'nothing' },
  ];
  expect(changedVariables(rows, stored)).toEqual({ name: null, guests: '5', city: 'Cluj' });
});

test('a name that every object has is a name like others', () => {
  expect(variablesOf([{ name: 'toString', value: 'x' }])).toEqual({ toString: 'x' });
});

test('a line tells them all', () => {
  expect(variablesInLine({ name: 'Ana', guests: 4 })).toBe('name: Ana, guests: 4');
  expect(variablesInLine({})).toBe('');
});
