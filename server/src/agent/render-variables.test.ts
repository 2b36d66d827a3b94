import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderVariables } from './render-variables.ts';

test.each([
  ['Hello {{name}}!', { name: 'Ana' }, 'Hello Ana!', []],
  ['{{ name }} {{name}}', { name: 'Ana' }, 'Ana Ana', []],
  ['Hello {{name}}!', {}, 'Hello !', ['name']],
  ['{{a}}{{b}}{{a}}', { b: null }, '', ['a', 'b']],
  ['{{count}} {{on}}', { count: 0, on: false }, '0 false', []],
  ['{{list}} {{object}}', { list: [1, 2], object: { a: 1 } }, '[1,2] {"a":1}', []],
  ['{{toString}}{{constructor}}', {}, '', ['toString', 'constructor']],
  ['{name} {{two words}} {{}}', { name: 'Ana' }, '{name} {{two words}} {{}}', []],
  ['{{order.id}} {{first-name}}', { 'order.id': 7, 'first-name': 'Ana' }, '7 Ana', []],
])('%s with %j', (...[template, variables, text, missing]) => {
  expect(renderVariables(template, variables)).toEqual({ text, missing });
});

test('a value is never rendered again', () => {
  expect(renderVariables('{{a}}', { a: '{{b}}', b: 'secret' }).text).toBe('{{b}}');
});

test('a value appears as it is, special replacement patterns included', () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      expect(renderVariables('<{{a}}>', { a: value }).text).toBe(`<${value}>`);
    }),
  );
});
