import { expect, test } from 'vitest';
import { readScriptSettings } from './script-settings.ts';

const src = 'https://parley.example:8443/widget.js?v=2';
const read = (dataset: Partial<Record<string, string>>) => readScriptSettings({ src, dataset });

test('reads the assistant from the tag and the server from the script URL', () => {
  expect(read({ assistant: ' 0B6D0000-0000-4000-8000-000000000000 ' })).toEqual({
    origin: 'https://parley.example:8443',
    assistantId: '0b6d0000-0000-4000-8000-000000000000',
    variables: {},
    opensAutomatically: false,
    label: null,
    language: null,
    overrides: {},
  });
});

test.each([
  ['', true],
  ['true', true],
  ['false', false],
])('data-open=%j opens automatically: %s', (open, opens) => {
  expect(read({ assistant: 'a', open }).opensAutomatically).toBe(opens);
});

test('parses variables as a JSON object', () => {
  expect(read({ assistant: 'a', variables: '{"name":"Ana"}' }).variables).toEqual({ name: 'Ana' });
  expect(read({ assistant: 'a', variables: ' ' }).variables).toEqual({});
});

test.each(['[1]', '"a"', 'null', '{name:1}'])('rejects the variables %s', (variables) => {
  expect(() => read({ assistant: 'a', variables })).toThrow('data-variables must be a JSON object');
});

test.each([{}, { assistant: '  ' }])('rejects a tag without an assistant', (dataset) => {
  expect(() => read(dataset)).toThrow('data-assistant');
});

test('attributes replace settings of the assistant; an empty one removes a text, an invalid one is ignored', () => {
  const look = { theme: 'dark', color: '#00FF00', position: 'bottom-left' };
  const texts = { title: ' Shop ', subtitle: '', greeting: 'Hi!', consent: 'See [terms](/terms)' };
  expect(read({ assistant: 'a', ...look, ...texts }).overrides).toEqual({
    ...look,
    title: 'Shop',
    subtitle: null,
    greeting_bubble: 'Hi!',
    consent_text: 'See [terms](/terms)',
  });
  expect(read({ assistant: 'a', theme: 'pink', color: 'red', position: 'top' }).overrides).toEqual({});
});
