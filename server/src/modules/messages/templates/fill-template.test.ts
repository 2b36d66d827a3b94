import { describe, expect, test } from 'vitest';
import { fillTemplate } from './fill-template.ts';

const BODY = 'Hi {{1}}, your order {{2}} is ready. Bye {{1}}.';
const NAMES = ['name', 'order'];
const fill = (
  bodyText: string,
  variables: readonly string[],
  given: Parameters<typeof fillTemplate>[1],
): ReturnType<typeof fillTemplate> => fillTemplate({ bodyText, variables }, given);
const filled = { kind: 'filled', values: ['Ana', '7'], text: 'Hi Ana, your order 7 is ready. Bye Ana.' };

describe('template values', () => {
  test.each([
    ['by position', { '1': 'Ana', '2': '7' }],
    ['by name', { name: 'Ana', order: 7 }],
    ['by both', { name: 'Ana', '2': '7' }],
    ['as a list', ['Ana', 7]],
    ['by another spelling of the name', { Name: 'Ana', ' ORDER ': 7 }],
  ])('are accepted %s', (_how, given) => {
    expect(fill(BODY, NAMES, given)).toEqual(filled);
  });

  test('are not parsed for placeholders', () => {
    expect(fill('{{1}} {{2}}', [], ['{{2}}', '$& {{1}}'])).toMatchObject({ text: '{{2}} $& {{1}}' });
  });

  test('keep their positions when the text skips a placeholder that the carrier uses in a button', () => {
    const given = { '1': 'Ana', '2': 'abc', '3': 'Monday' };
    expect(fill('Hello {{1}}, see you {{3}}.', ['1', '2', '3'], given)).toEqual({
      kind: 'filled',
      values: ['Ana', 'abc', 'Monday'],
      text: 'Hello Ana, see you Monday.',
    });
    expect(fill('Hello.', ['link'], { link: 'abc' })).toMatchObject({ values: ['abc'] });
    expect(fill('See you {{3}}.', [], { '3': 'Monday' })).toMatchObject({
      values: ['', '', 'Monday'],
    });
  });

  test('may be given twice if equal', () => {
    expect(fill(BODY, NAMES, { '1': 'Ana', name: 'Ana', order: 7, '2': '7' })).toEqual(filled);
  });

  test('are empty for a template without placeholders', () => {
    expect(fill('Hello.', [], {})).toEqual({ kind: 'filled', values: [], text: 'Hello.' });
  });
});

describe('fillTemplate reports a mismatch', () => {
  test.each([
    [
      'two values for one position',
      { '1': 'Ana', name: 'Bo', '2': '7' },
      'Variable 1 (name) has two different values.',
    ],
    ['a position with a leading zero', { '01': 'Ana', '2': '7' }, 'The template has no variable 01.'],
    ['null', { '1': null, '2': '7' }, 'The template needs a value for variable 1 (name).'],
    ['a missing value', { '1': 'Ana' }, 'The template needs a value for variable 2 (order).'],
    ['an empty value', { '1': 'Ana', '2': ' ' }, 'The template needs a value for variable 2 (order).'],
    ['no values', {}, 'The template needs a value for variable 1 (name).'],
    ['an extra position', { '1': 'Ana', '2': '7', '3': 'x' }, 'The template has no variable 3.'],
    ['an unknown name', { '1': 'Ana', '2': '7', color: 'red' }, 'The template has no variable color.'],
    ['a list that is too long', ['Ana', '7', 'x'], 'The template has no variable 3.'],
    [
      'a line break',
      ['Ana\nPop', '7'],
      'Variable 1 (name) must not contain line breaks, tabs or more than four spaces in a row.',
    ],
    ['a list that is too short', ['Ana'], 'The template needs a value for variable 2 (order).'],
  ])('for %s', (_what, given, problem) => {
    expect(fill(BODY, NAMES, given)).toEqual({ kind: 'mismatch', problem });
  });

  test('for a named position that is missing in the text', () => {
    const problem = 'The template needs a value for variable 2 (2).';
    const given = { '1': 'Ana', '3': 'Monday' };
    expect(fill('{{1}} {{3}}', ['1', '2', '3'], given)).toEqual({ kind: 'mismatch', problem });
  });
});
