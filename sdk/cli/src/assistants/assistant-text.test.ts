import { expect, test } from 'vitest';
import { textOf, withFields } from './assistant-text.ts';
import { fileNameFor } from './workspace.ts';

test('a changed field keeps comments, order and the other fields', () => {
  const text = '# The inn.\nname: Mill Inn\nmax_duration: 600 # ten minutes\nvoice: Ana\n';
  expect(withFields('a.yaml', text, { voice: 'Ion' })).toBe(text.replace('Ana', 'Ion'));
});

test('texts of several lines stay readable', () => {
  expect(textOf('a.yaml', { system_prompt: 'Be kind.\nBe brief.' })).toBe(
    'system_prompt: |-\n  Be kind.\n  Be brief.\n',
  );
});

test('JSON files stay JSON', () => {
  expect(JSON.parse(withFields('a.json', '{"name":"A","voice":"Ana"}', { voice: 'Ion' }))).toEqual({
    name: 'A',
    voice: 'Ion',
  });
});

test.each([
  ['Mill Inn', 'mill-inn.yaml'],
  ['Café Zoë', 'cafe-zoe.yaml'],
  ['Приём', 'прием.yaml'],
  ['../..', 'assistant.yaml'],
  ['taken', 'taken-2.yaml'],
])('an assistant named %s is in the file %s', (name, file) => {
  expect(fileNameFor(name, new Set(['taken.yaml']))).toBe(file);
});
