import { expect, test } from 'vitest';
import { placesOf, previewOf } from './template-text.ts';

const TEMPLATE = { body_text: 'Hi {{1}}, order {{ 2 }} is ready. Bye {{1}}.', variables: ['name', '2'] };

test('asks for each placeholder once, by its name if it has one', () => {
  expect(placesOf(TEMPLATE)).toEqual([
    { place: 1, label: 'name' },
    { place: 2, label: 'Value 2' },
  ]);
});

test('asks for the values of unnamed placeholders and of placeholders in buttons', () => {
  expect(placesOf({ body_text: 'See you {{3}}.', variables: ['link'] }).map(({ place }) => place)).toEqual([
    1, 3,
  ]);
  expect(placesOf({ body_text: 'Hello.', variables: [] })).toEqual([]);
});

test('previews values and keeps placeholders that have no value', () => {
  expect(previewOf(TEMPLATE, { 1: 'Ana', 2: ' ' })).toBe('Hi Ana, order {{ 2 }} is ready. Bye Ana.');
});

test('does not replace placeholders within values', () => {
  expect(previewOf({ body_text: '{{1}} {{2}}', variables: [] }, { 1: '{{2}}', 2: '$&' })).toBe('{{2}} $&');
});
