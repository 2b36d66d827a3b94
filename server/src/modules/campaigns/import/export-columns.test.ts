import { expect, test } from 'vitest';
import { exportColumns, OUTCOMES, variableColumn } from './export-columns.ts';

test.each([
  ['name', 'name'],
  ['status', 'variables.status'],
  ['variables.status', 'variables.variables.status'],
  ['secondary_phone_number_1', 'variables.secondary_phone_number_1'],
  ['phone_2', 'phone_2'],
  ['more_variables', 'variables.more_variables'],
  ['external_id', 'variables.external_id'],
  ['', 'variables.'],
])('maps the variable %j to the column %j and back', (name, column) => {
  expect(variableColumn(name)).toBe(column);
  const columns = exportColumns([...OUTCOMES, column]);
  expect(columns?.variables).toEqual([{ index: OUTCOMES.length, name }]);
});

test('keeps contacts in order with their variables', () => {
  const names = ['secondary_phone_number_10', 'secondary_phone_number_2', 'secondary_variables_2'];
  const at = OUTCOMES.length;
  expect(exportColumns([...OUTCOMES, ...names])?.contacts).toEqual([
    { phoneNumber: at + 1, variables: at + 2 },
    { phoneNumber: at, variables: null },
  ]);
});

test('collects variables without a column in one JSON column', () => {
  const columns = exportColumns([...OUTCOMES, 'name', 'more_variables']);
  expect(columns).toMatchObject({
    variables: [{ index: OUTCOMES.length, name: 'name' }],
    moreVariables: OUTCOMES.length + 1,
  });
  expect(exportColumns(OUTCOMES)?.moreVariables).toBe(null);
});

test('reads external ids, which exports of earlier versions lack', () => {
  const at = OUTCOMES.length;
  expect(exportColumns([...OUTCOMES, 'external_id'])).toMatchObject({ externalId: at, variables: [] });
  expect(exportColumns(OUTCOMES)?.externalId).toBe(null);
});

test('does not recognize an export with a missing column', () => {
  expect(exportColumns(OUTCOMES.slice(1))).toBe(null);
  expect(exportColumns(['phone_number', 'status'])).toBe(null);
});
