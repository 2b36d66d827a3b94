import { describe, expect, test } from 'vitest';
import { PlaceholderFilter } from './placeholder-filter.ts';

const VALUES = { customer_name: 'Ana', Oraș: 'Cluj', user: { plan: 'Gold' } };

function filtered(pieces: readonly string[], isStreamed = false): string {
  const filter = new PlaceholderFilter(() => VALUES, isStreamed);
  return [...pieces.map((piece) => filter.push(piece)), filter.end()].join('');
}

describe('placeholders in a model’s answer', () => {
  test.each([
    ['Dear {{customer_name}}, welcome.', 'Dear Ana, welcome.'],
    ['From {{ oraș }}, on {{user.plan}}.', 'From Cluj, on Gold.'],
    ['Hello {{name}}, welcome.', 'Hello, welcome.'],
    ['Hello {{name|friend}}!', 'Hello friend!'],
    ['{{name}}, welcome. {{name}}, come in.', 'welcome. come in.'],
    ['Hello ({{name}}) there', 'Hello there'],
    ['Hello {{{customer_name}}}', 'Hello Ana'],
    ['**Dear {{name}}**, **{{name}}** come in.', '**Dear**, come in.'],
    ['Wait and {{', 'Wait and'],
    ['Wait for {{first_na', 'Wait for'],
    ['Line {{name}}\nnext', 'Line\nnext'],
    ['{{', ''],
  ])('%j becomes %j in pieces of any size', (text, expected) => {
    expect(filtered([text])).toBe(expected);
    expect(filtered([...text])).toBe(expected);
    expect(filtered(text.match(/\S+\s*/g) ?? [])).toBe(expected);
  });

  test.each([
    'Plain text, with (brackets) and "quotes", {one} and { two }.',
    'Write `{{name}}` in the template.',
    'Code:\n```jsx\n<a style={{ color: "red" }}>\n```\nDone.',
    '{"a": {"b": 1}}',
    `{{ begins a variable${', a word'.repeat(40)}.`,
  ])('%j stays as it is', (text) => {
    expect(filtered([text])).toBe(text);
    expect(filtered([...text])).toBe(text);
    expect(filtered([...text], true)).toBe(text);
  });

  test('are removed after a backtick that opens no code', () => {
    expect(filtered(['It`s open.\nDear {{customer_name}}'])).toBe('It`s open.\nDear Ana');
  });

  test.each([
    [
      ['Hello', ' {', '{customer', '_name}}', '!'],
      ['Hello', ' ', '', '', 'Ana!'],
    ],
    [
      ['Hello ', '{{name}}', ', welcome.'],
      ['Hello ', '', 'welcome.'],
    ],
    [
      ['We ', 'open ', 'at (', 'nine', ').'],
      ['We ', 'open ', 'at (', 'nine', ').'],
    ],
  ])('of %j pass as %j if it is streamed', (pieces, expected) => {
    const filter = new PlaceholderFilter(() => VALUES, true);
    expect(pieces.map((piece) => filter.push(piece))).toEqual(expected);
    expect(filter.end()).toBe('');
  });

  test.each([
    `${'{{ '.repeat(20_000)}}}}}`,
    `${'{'.repeat(50_000)}}}}}`,
    `${'{{a}} '.repeat(10_000)}`,
    `${' '.repeat(50_000)}x`,
    '`'.repeat(50_000),
  ])('are found in linear time', (text) => {
    for (const isStreamed of [true, false]) {
      expect(filtered([text], isStreamed)).not.toContain('{{a}}');
      expect(filtered(text.match(/.{1,20}/gs) ?? [], isStreamed)).not.toContain('{{a}}');
    }
  });
});
