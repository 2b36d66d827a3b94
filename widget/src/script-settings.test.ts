import { expect, test } from 'vitest';
import { readScriptSettings } from './script-settings.ts';

const src = 'https://parley.example:8443/widget.js?v=2';
const read = (dataset: Partial<Record<string, string>>) => readScriptSettings({ src, dataset });

test('the tag names the assistant; the server is where the script came from', () => {
  expect(read({ assistant: ' 0B6D0000-0000-4000-8000-000000000000 ' })).toEqual({
    origin: 'https://parley.example:8443',
    assistantId: '0b6d0000-0000-4000-8000-000000000000',
    variables: {},
    opensByItself: false,
    label: null,
    language: null,
  });
});

test.each([
  ['', true],
  ['true', true],
  ['false', false],
])('data-open=%j opens by itself: %s', (open, opens) => {
  expect(read({ assistant: 'a', open }).opensByItself).toBe(opens);
});

test('variables are a JSON object', () => {
  expect(read({ assistant: 'a', variables: '{"name":"Ana"}' }).variables).toEqual({ name: 'Ana' });
  expect(read({ assistant: 'a', variables: ' ' }).variables).toEqual({});
});

test.each(['[1]', '"a"', 'null', '{name:1}'])('variables of %s are refused in words', (variables) => {
  expect(() => read({ assistant: 'a', variables })).toThrow('data-variables must be a JSON object');
});

test.each([{}, { assistant: '  ' }])('a tag without an assistant is refused in words', (dataset) => {
  expect(() => read(dataset)).toThrow('data-assistant');
});
