import { expect, test } from 'vitest';
import { exportColumns, OUTCOMES, variableColumn } from './export-columns.ts';

test.each([
  ['name', 'name'],
  ['status', 'variables.status'],
  ['variables.status', 'variables.variables.status'],
  ['secondary_phone_number_1', 'variables.secondary_phone_number_1'],
  ['phone_2', 'phone_2'],
  ['more_variables', 'variables.more_variables'],
  ['', 'variables.'],
])('the variable %j has the column %j, and comes back from it', (name, column) => {
  expect(variableColumn(name)).toBe(column);
  const columns = exportColumns([...OUTCOMES, column]);
  expect(columns?.variables).toEqual([{ index: OUTCOMES.length, name }]);
});

test('contacts come in their order, each with its variables', () => {
  const names = ['secondary_phone_number_10', 'secondary_phone_number_2', 'secondary_variables_2'];
  const at = OUTCOMES.length;
  expect(exportColumns([...OUTCOMES, ...names])?.contacts).toEqual([
    { phoneNumber: at + 1, variables: at + 2 },
    { phoneNumber: at, variables: null },
  ]);
});

test('variables without a column of their own stand in one together', () => {
  const columns = exportColumns([...OUTCOMES, 'name', 'more_variables']);
  expect(columns).toMatchObject({
    variables: [{ index: OUTCOMES.length, name: 'name' }],
    moreVariables: OUTCOMES.length + 1,
  });
  expect(exportColumns(OUTCOMES)?.moreVariables).toBe(null);
});

test('a file that lacks a column of ours is no export', () => {
  expect(exportColumns(OUTCOMES.slice(1))).toBe(null);
  expect(exportColumns(['phone_number', 'status'])).toBe(null);
});
