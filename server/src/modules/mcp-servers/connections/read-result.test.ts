import type { CallToolResult } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { failureText, readResult } from './read-result.ts';

type Content = CallToolResult['content'];
const said = (words: string): Content[number] => ({ type: 'text', text: words });

test.each<[string, CallToolResult, unknown]>([
  ['text', { content: [said('Hello')] }, 'Hello'],
  ['several texts', { content: [said('a'), said('b')] }, 'a\nb'],
  ['text that is JSON', { content: [said('{"a":1}')] }, { a: 1 }],
  ['text that only looks like JSON', { content: [said('{broken')] }, '{broken'],
  ['nothing', { content: [] }, ''],
  ['data', { content: [], structuredContent: { a: 1 } }, { a: 1 }],
  ['data repeated as text', { content: [said('{ "a": 1 }')], structuredContent: { a: 1 } }, { a: 1 }],
  [
    'data with a file',
    {
      content: [said('a: 1'), { type: 'audio', mimeType: 'audio/wav', data: 'AAAA' }],
      structuredContent: { a: 1 },
    },
    { data: { a: 1 }, attached: '[audio, audio/wav, 3 bytes; its content cannot be shown]' },
  ],
  [
    'an image',
    { content: [{ type: 'image', mimeType: 'image/png', data: 'A'.repeat(4_096) }] },
    '[image, image/png, 3 KB; its content cannot be shown]',
  ],
  [
    'a link to a resource',
    {
      content: [{ type: 'resource_link', name: 'Menu', uri: 'https://a.example/menu', description: 'Today' }],
    },
    'Resource "Menu": https://a.example/menu (Today)',
  ],
  [
    'resources',
    {
      content: [
        { type: 'resource', resource: { uri: 'file:///a', text: 'inside' } },
        { type: 'resource', resource: { uri: 'file:///b', blob: 'AAAA', mimeType: 'application/pdf' } },
      ],
    },
    'Resource file:///a:\ninside\nResource file:///b: [file, application/pdf, 3 bytes; its content cannot be shown]',
  ],
])('reads %s', (_what, result, content) => {
  expect(readResult(result)).toEqual({ content });
});

test('cuts long results', () => {
  const long = readResult({ content: [said('x'.repeat(70_000))] });
  expect(long).toEqual({ content: 'x'.repeat(60_000), truncated: true });
  const data = readResult({ content: [], structuredContent: { text: 'x'.repeat(70_000) } });
  expect(data).toMatchObject({ content: expect.stringMatching(/^\{"text":"x+$/), truncated: true });
});

test('keeps deeply nested data as text', () => {
  const nested = `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`;
  expect(readResult({ content: [said(nested)] })).toMatchObject({ truncated: true });
});

test('gives the reason of a failure, if there is one', () => {
  expect(failureText({ isError: true, content: [said('No such city')] })).toBe('No such city');
  expect(failureText({ isError: true, content: [] })).toBe('The tool reported a failure without a reason.');
});
