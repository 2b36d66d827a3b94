import { describe, expect, test } from 'vitest';
import { readRow } from './csv-row.ts';

const rules = {
  columns: {
    phoneNumber: 0,
    fallbacks: [],
    secondary: [1],
    secondaryVariables: [],
    externalId: null,
    isIdGuessed: false,
    moreVariables: null,
    isExport: false,
    variables: [{ index: 2, name: 'name' }],
  },
  header: ['phone', 'other', 'name'],
  numbers: { countryCode: null, assumeInternational: false },
};

describe('a row', () => {
  test.each([
    [
      ['+40 721-000 001', '', 'Ada'],
      { phoneNumber: '+40721000001', contacts: [], variables: { name: 'Ada' } },
    ],
    [
      ["'+40721000001", '0040721000002', ' '],
      { contacts: [{ phoneNumber: '+40721000002', variables: {} }], variables: {} },
    ],
    [
      ['\u202a+40721000001\u202c', '\u200e0040721\u00ad000002', ''],
      { phoneNumber: '+40721000001', contacts: [{}] },
    ],
    [['+40721000001', '+40 721 000 001', ''], { phoneNumber: '+40721000001', contacts: [] }],
    [['+40721000001'], { phoneNumber: '+40721000001', contacts: [], variables: {} }],
    [['+40721000001', '', 'x', '', ' '], { variables: { name: 'x' } }],
    [['', '+40721000002', ''], { phoneNumber: '+40721000002', contacts: [] }],
    [
      ['+40721000001 ::: 0721000003', '+40721000002', ''],
      {
        phoneNumber: '+40721000001',
        contacts: [{ phoneNumber: '+40721000003' }, { phoneNumber: '+40721000002' }],
      },
    ],
  ])('%j is read', (cells, lead) => {
    expect(readRow(cells, rules)).toMatchObject({ ok: true, lead });
  });

  test.each([
    [['', '', 'Ada'], 'phone', 'missing'],
    [['0721000001', '', ''], 'phone', 'international format'],
    [['4.0721E+10', '', ''], 'phone', 'format its column as text'],
    [['+40721000001', '4.93E+10', ''], 'other', 'format its column as text'],
    [['+40721000001', 'x', ''], 'other', 'international format'],
    [['+40721000001', '', 'a\u0000b'], 'name', 'cannot be stored'],
    [['+40721000001', '', 'Gr\ufffdn'], 'name', 'invalid in the charset'],
    [['+40721000001', '', '', 'x'], '', 'more cells'],
    [[`+${'4'.repeat(5000)}`, '', ''], 'phone', 'international format'],
  ])('%j is refused', (cells, column, message) => {
    expect(readRow(cells, rules)).toEqual({
      ok: false,
      column,
      message: expect.stringContaining(message),
      lacksPlusOf: null,
    });
  });

  test('without a number in its column takes it from the next column that has one', () => {
    const further = { ...rules, columns: { ...rules.columns, fallbacks: [3, 2] } };
    const cells = ['', '+40721000002', '+40721000003', ''];
    const header = [...rules.header, 'work'];
    expect(readRow(cells, { ...further, header })).toMatchObject({
      lead: { phoneNumber: '+40721000003', contacts: [{ phoneNumber: '+40721000002' }] },
    });
    expect(readRow(['', '', '', '12'], { ...further, header })).toMatchObject({ ok: false, column: 'work' });
  });

  test('may have a long value where an external id is only guessed', () => {
    const cells = ['+40721000001', '', 'x'.repeat(256)];
    const columns = { ...rules.columns, externalId: 2 };
    expect(readRow(cells, { ...rules, columns })).toMatchObject({ ok: false, column: 'name' });
    const guessed = { ...rules, columns: { ...columns, isIdGuessed: true } };
    expect(readRow(cells, guessed)).toMatchObject({ hasLongId: true, lead: { externalId: null } });
  });

  test('with a cell in an unnamed column is refused', () => {
    const unnamed = { ...rules, header: ['phone', 'other', 'name', ''] };
    expect(readRow(['+40721000001', '', 'x', 'y'], unnamed)).toEqual({
      ok: false,
      column: '',
      message: 'The header has no name for column 4.',
      lacksPlusOf: null,
    });
    expect(readRow(['+40721000001', '', 'x', ' '], unnamed)).toMatchObject({ ok: true });
  });

  test('of an export is read with its contact variables and unescaped formulas', () => {
    const ours = { ...rules, columns: { ...rules.columns, secondaryVariables: [2], isExport: true } };
    expect(readRow(['+40721000001', '+40721000002', '{"a":1}'], ours)).toMatchObject({
      lead: { contacts: [{ phoneNumber: '+40721000002', variables: { a: 1 } }] },
    });
    expect(readRow(['+40721000001', '', "'=1"], ours)).toMatchObject({ lead: { variables: { name: '=1' } } });
  });

  test.each([
    ['[1]', 'must be a JSON object'],
    ['x', 'must be a JSON object'],
    ['null', 'must be a JSON object'],
    [`{"a":${'['.repeat(64)}${']'.repeat(64)}}`, 'nested'],
    [`{"a":${'['.repeat(100_000)}`, 'nested'],
    ['{"a":"b\\u0000"}', 'cannot be stored'],
    ['{"a":{"b":["\\ud800"]}}', 'cannot be stored'],
    ['{"\\u0000":1}', 'cannot be stored'],
    ['{"__proto__":1}', 'reserved'],
    [`{"${'a'.repeat(256)}":1}`, ''],
  ])('of an export whose variables of a contact are %s is refused', (cell, message) => {
    const ours = { ...rules, columns: { ...rules.columns, secondaryVariables: [2], isExport: true } };
    expect(readRow(['+40721000001', '+40721000002', cell], ours)).toEqual({
      ok: false,
      column: 'name',
      message: expect.stringContaining(message),
      lacksPlusOf: null,
    });
  });
});
