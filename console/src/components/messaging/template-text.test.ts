import { expect, test } from 'vitest';
import { filledPart, placesOf, previewOf } from './template-text.ts';

const TEMPLATE = {
  body_text: 'Hi {{1}}, order {{ 2 }} is ready. Bye {{1}}.',
  variables: ['name', '2'],
  variable_kinds: ['text', 'text'] as const,
};

test('asks for each placeholder once, by its name if it has one', () => {
  expect(placesOf(TEMPLATE)).toEqual([
    { place: 1, label: 'name', hint: undefined },
    { place: 2, label: 'Value 2', hint: undefined },
  ]);
});

test('asks for the values of unnamed placeholders and of placeholders in buttons', () => {
  const asked = placesOf({
    body_text: 'See you {{3}}.',
    variables: ['button_2_url'],
    variable_kinds: ['url_suffix'],
  });
  expect(asked.map(({ place, label, hint }) => [place, label, hint])).toEqual([
    [1, 'Button 2 url', 'The last part of the link.'],
    [3, 'Value 3', undefined],
  ]);
  expect(placesOf({ body_text: 'Hello.', variables: [], variable_kinds: [] })).toEqual([]);
});

test('previews values and keeps placeholders that have no value', () => {
  expect(previewOf(TEMPLATE, { 1: 'Ana', 2: ' ' })).toBe('Hi Ana, order {{ 2 }} is ready. Bye Ana.');
});

test('does not replace placeholders within values', () => {
  expect(previewOf({ body_text: '{{1}} {{2}}' }, { 1: '{{2}}', 2: '$&' })).toBe('{{2}} $&');
});

test('fills in the named values of buttons and headers', () => {
  const template = { variables: ['1', 'button_2_url'] };
  const link = 'https://shop.example/{{button_2_url}}?{{other}}';
  expect(filledPart(template, { 2: 'a$&b' }, link)).toBe('https://shop.example/a$&b?{{other}}');
});
