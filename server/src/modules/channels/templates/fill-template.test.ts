import { describe, expect, test } from 'vitest';
import { fillTemplate } from './fill-template.ts';

const BODY = 'Hi {{1}}, your order {{2}} is ready. Bye {{1}}.';
const NAMES = ['name', 'order'];
const filled = { kind: 'filled', values: ['Ana', '7'], text: 'Hi Ana, your order 7 is ready. Bye Ana.' };

describe('values', () => {
  test.each([
    ['by place', { '1': 'Ana', '2': '7' }],
    ['by name', { name: 'Ana', order: 7 }],
    ['by both', { name: 'Ana', '2': '7' }],
    ['as a list', ['Ana', 7]],
  ])('%s', (_how, given) => {
    expect(fillTemplate(BODY, NAMES, given)).toEqual(filled);
  });

  test('are not read again as placeholders', () => {
    expect(fillTemplate('{{1}} {{2}}', [], ['{{2}}', '$& {{1}}'])).toMatchObject({ text: '{{2}} $& {{1}}' });
  });

  test('are none where the template has no placeholders', () => {
    expect(fillTemplate('Hello.', [], {})).toEqual({ kind: 'filled', values: [], text: 'Hello.' });
  });
});

describe('what does not fit', () => {
  test.each([
    ['a missing value', { '1': 'Ana' }, 'The template needs a value for variable 2 (order).'],
    ['an empty value', { '1': 'Ana', '2': ' ' }, 'The template needs a value for variable 2 (order).'],
    ['no values', {}, 'The template needs a value for variable 1 (name).'],
    ['a place too many', { '1': 'Ana', '2': '7', '3': 'x' }, 'The template has no variable 3.'],
    ['an unknown name', { '1': 'Ana', '2': '7', colour: 'red' }, 'The template has no variable colour.'],
    ['a list too long', ['Ana', '7', 'x'], 'The template has no variable 3.'],
    ['a list too short', ['Ana'], 'The template needs a value for variable 2 (order).'],
  ])('%s', (_what, given, problem) => {
    expect(fillTemplate(BODY, NAMES, given)).toEqual({ kind: 'mismatch', problem });
  });
});
