import { expect, test } from 'vitest';
import { placesOf, previewOf } from './template-text.ts';

const TEMPLATE = { body_text: 'Hi {{1}}, order {{ 2 }} is ready. Bye {{1}}.', variables: ['name', '2'] };

test('each place is asked for once, by its name where it has one', () => {
  expect(placesOf(TEMPLATE)).toEqual([
    { place: 1, label: 'name' },
    { place: 2, label: 'Value 2' },
  ]);
});

test('a value that only a button shows is asked for too, and one without a name', () => {
  expect(placesOf({ body_text: 'See you {{3}}.', variables: ['link'] }).map(({ place }) => place)).toEqual([
    1, 3,
  ]);
  expect(placesOf({ body_text: 'Hello.', variables: [] })).toEqual([]);
});

test('the preview shows values, and leaves open what is missing', () => {
  expect(previewOf(TEMPLATE, { 1: 'Ana', 2: ' ' })).toBe('Hi Ana, order {{ 2 }} is ready. Bye Ana.');
});

test('a value is not read again as a placeholder', () => {
  expect(previewOf({ body_text: '{{1}} {{2}}', variables: [] }, { 1: '{{2}}', 2: '$&' })).toBe('{{2}} $&');
});
