import { describe, expect, test } from 'vitest';
import { columnNames, readColumns as readNames } from './csv-columns.ts';
import { OUTCOMES } from './export-columns.ts';

const readColumns = (header: string[], given: Parameters<typeof readNames>[1]) =>
  readNames(columnNames(header), given);
const none = { phone: null, secondary: null };
/** More secondary columns than a lead may have contacts. */
const eleven = Array.from({ length: 11 }, (_, index) => `phone_${index + 1}`);

describe('detects the columns of the header', () => {
  test.each([
    [['phone_number', 'name'], 0, [], ['name']],
    [['Name', 'Phone Number'], 1, [], ['Name']],
    [['NUMĂR DE TELEFON', 'oraș'], 0, [], ['oraș']],
    [['phone', 'secondary_phone_number_2', 'secondary_phone_number_1', 'city'], 0, [2, 1], ['city']],
    [['phone_number', 'phone_number_2', 'phone_number_3'], 0, [1, 2], []],
    [['phone_number', 'secondary phone', '', 'a'], 0, [1], ['a']],
    [['phone', 'phone_number_1', '__proto__'], 0, [1], []],
    [['phone', 'Phone-Number'], 1, [], ['phone']],
    [['"phone_number" ', 'name'], 0, [], ['name']],
    [['phone', 'Notes', 'Notes', 'Notes (2)'], 0, [], ['Notes', 'Notes (2)', 'Notes (2) (2)']],
    [['Phone', 'Mobile'], 0, [], ['Mobile']],
  ])('%j', (header, phoneNumber, secondary, variables) => {
    const read = readColumns(header, none);
    expect(read).toMatchObject({ ok: true, columns: { phoneNumber, secondary } });
    expect(read.ok && read.columns.variables.map(({ name }) => name)).toEqual(variables);
  });
});

test.each([
  [none, 2],
  [{ ...none, externalId: 'Customer ID' }, 1],
  [{ ...none, externalId: null }, null],
])('finds the column with external ids, which stays a variable: %j', (given, externalId) => {
  const read = readColumns(['phone', 'customer id', 'CRM ID'], given);
  expect(read).toMatchObject({ ok: true, columns: { externalId } });
  expect(read.ok && read.columns.variables.map(({ name }) => name)).toEqual(['customer id', 'CRM ID']);
});

test('uses the column with numbers if no name describes phones', () => {
  expect(readNames(['name', 'reach at'], none, 1)).toMatchObject({
    columns: { phoneNumber: 1, secondary: [], variables: [{ index: 0, name: 'name' }] },
  });
});

describe('columns that the client names', () => {
  test('are used regardless of their names', () => {
    const read = readColumns(['phone', 'Handy', 'Büro'], { phone: 'handy', secondary: ['büro', 'phone'] });
    expect(read).toMatchObject({ ok: true, columns: { phoneNumber: 1, secondary: [2, 0], variables: [] } });
    const without = readColumns(['phone', 'phone_2'], { phone: null, secondary: [] });
    expect(without).toMatchObject({ columns: { secondary: [], variables: [{ index: 1, name: 'phone_2' }] } });
  });

  test.each([
    [['phone'], { phone: 'x', secondary: null }, 'phone_column'],
    [['phone'], { phone: null, secondary: ['x'] }, 'secondary_columns'],
    [['phone'], { ...none, externalId: 'x' }, 'external_id_column'],
    [['phone'], { phone: null, secondary: ['phone'] }, 'secondary_columns'],
    [['phone', 'a'], { phone: null, secondary: ['a', 'A'] }, 'secondary_columns'],
    [['name', 'city'], none, 'file'],
    [['+40721000001', 'Ada'], none, 'file'],
    [['phone', 'B\ufffdro'], none, 'file'],
    [['phone', ...eleven], none, 'file'],
    [['phone', ...eleven], { phone: 'phone', secondary: eleven }, 'secondary_columns'],
    [[...OUTCOMES, ...eleven.map((name) => `secondary_phone_number_${name.slice(6)}`)], none, 'file'],
  ])('are refused: %j with %j', (header, given, field) => {
    const read = readColumns(header, given);
    expect(read.ok ? [] : Object.keys(read.errors)).toEqual([field]);
  });
});
