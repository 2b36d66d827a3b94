import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { namesIn, renderVariables, unfilledNames } from './render-variables.ts';

test.each([
  ['Hello {{name}}!', { name: 'Ana' }, 'Hello Ana!'],
  ['{{ name }} {{name}}', { name: 'Ana' }, 'Ana Ana'],
  ['{{count}} {{on}}', { count: 0, on: false }, '0 false'],
  ['{{list}} {{object}}', { list: [1, 2], object: { a: 1 } }, '[1,2] {"a":1}'],
  ['{{order.id}} {{first-name}}', { 'order.id': 7, 'first-name': 'Ana' }, '7 Ana'],
  ['Hello {{First Name}} from {{Oraș}}!', { 'First Name': 'Ana', Oraș: 'Cluj' }, 'Hello Ana from Cluj!'],
  ['{{first_name}} {{FIRSTNAME}} {{ first name }}', { 'First Name': 'Ana' }, 'Ana Ana Ana'],
  ['{{Straße}} {{prénom}} {{名前}}', { Straße: 'A', prénom: 'B', 名前: 'C' }, 'A B C'],
  ['{{Oraș}}', { ['Oraș'.normalize('NFD')]: 'Cluj' }, 'Cluj'],
  ['{{Name}}{{name}}', { name: 'exact', Name: 'other' }, 'otherexact'],
  ['{{user.name}} {{User.First Name}}', { user: { name: 'Ana', first_name: 'Bo' } }, 'Ana Bo'],
  ['{{items.1.sku}}', { items: [{ sku: 'a' }, { sku: 'b' }] }, 'b'],
  ['{{user.name}}', { user: { name: 'nested' }, 'user.name': 'flat' }, 'flat'],
  ['Hello {{name|there}}, {{ Name | my friend }}', {}, 'Hello there, my friend'],
  ['Hello {{name|there}}', { name: 'Ana' }, 'Hello Ana'],
  ['Hello {{name|there}}', { name: ' ' }, 'Hello there'],
  ['{{{name}}} {{name} {name}', { name: 'Ana' }, 'Ana Ana {name}'],
  ['{"a": {"b": {{n}}}}', { n: 1 }, '{"a": {"b": 1}}'],
])('renders %s with %j', (template, variables, text) => {
  expect(renderVariables(template, variables)).toEqual({ text, missing: [] });
});

describe('removes an unknown variable:', () => {
  test.each([
    ['Hello {{name}}, this is Acme.', 'Hello, this is Acme.', ['name']],
    ['Hello {{name}}!', 'Hello!', ['name']],
    ['**Hello {{name}}**, *{{name}}* _welcome_', '**Hello**, _welcome_', ['name']],
    ['{{name}}, this is Acme.', 'this is Acme.', ['name']],
    ['Good day. {{name}}, this is Acme.', 'Good day. this is Acme.', ['name']],
    ['Thank you, {{name}}.', 'Thank you.', ['name']],
    ['Thank you, {{name}}, goodbye', 'Thank you, goodbye', ['name']],
    ['Dear {{title}} {{name}}, hello', 'Dear, hello', ['title', 'name']],
    ['Your {{colour}} car', 'Your car', ['colour']],
    ['Ana ({{role}}) called.', 'Ana called.', ['role']],
    ['Bonjour {{name}} !', 'Bonjour!', ['name']],
    ['Ask {{name}}', 'Ask', ['name']],
    ['A\n{{name}}\nB', 'A\n\nB', ['name']],
    ['{{a}}{{b}}{{a}}', '', ['a', 'b']],
    ['{{toString}}{{constructor}}{{user.length}}', '', ['toString', 'constructor', 'user.length']],
    ['Hello {{name|}}, it is on {{}} us.', 'Hello, it is on us.', []],
    [`Hello {{${'x'.repeat(65)}}}!`, 'Hello!', []],
    ['Keep  these , blanks. {{x}}', 'Keep  these , blanks.', ['x']],
  ])('%s', (template, text, missing) => {
    expect(renderVariables(template, { b: null, user: 'Ana' })).toEqual({ text, missing });
  });
});

test('does not render placeholders inside values', () => {
  expect(renderVariables('{{a}}', { a: '{{b}}', b: 'secret' }).text).toBe('{{b}}');
});

test('inserts values literally, including special replacement patterns', () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      fc.pre(value.trim() !== '');
      expect(renderVariables('<{{a}}>', { a: value }).text).toBe(`<${value}>`);
    }),
  );
});

test('leaves no name in braces, for any template and values', () => {
  const part = fc.constantFrom('{{', '}}', 'name', ' ', ',', '|', 'Hello', '\n', 'First Name');
  fc.assert(
    fc.property(
      fc.array(part).map((parts) => parts.join('')),
      (template) => {
        expect(renderVariables(template, { name: 'Ana' }).text).not.toMatch(/\{\{[^{}]*\}\}/);
      },
    ),
  );
});

test('lists the names in texts and the names without a value', () => {
  const texts = ['Hello {{First Name}}, {{ city }}', '{{city}} {{name|there}} {{user.id}} {{}}'];
  expect(namesIn(...texts)).toEqual(['First Name', 'city', 'name', 'user.id']);
  expect(unfilledNames(texts, { first_name: 'x', user: { id: 1 } })).toEqual(['city']);
  expect(unfilledNames(texts, { City: '', user: {} })).toEqual(['First Name', 'city', 'user.id']);
});
