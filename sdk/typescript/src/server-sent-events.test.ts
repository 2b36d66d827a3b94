import { expect, test } from 'vitest';
import { type ServerSentEvent, serverSentEvents } from './server-sent-events.ts';

test.each<[string, string, Partial<ServerSentEvent>[]]>([
  [
    'an event with a name and an id',
    'id: 1.4\nevent: a\ndata: 1\n\n',
    [{ event: 'a', data: '1', id: '1.4' }],
  ],
  ['a comment', ': still here\n\nevent: a\ndata: 1\n\n', [{ event: 'a', data: '1', id: null }]],
  ['lines that end with CRLF or CR', 'data: 1\r\n\r\ndata: 2\r\r', [{ data: '1' }, { data: '2' }]],
  ['several lines of data', 'data: a\ndata:b\ndata\n\n', [{ data: 'a\nb\n', event: 'message' }]],
  ['characters of several bytes', 'data: ș„🙂\n\n', [{ data: 'ș„🙂' }]],
  ['an event without data', 'event: a\n\ndata: 1\n\n', [{ data: '1', event: 'message' }]],
  ['an unfinished event', 'data: 1\n\ndata: 2\n', [{ data: '1' }]],
  ['a colon in the data', 'data: {"a":1}\n\n', [{ data: '{"a":1}' }]],
])('parses %s, however it is split', async (_name, text, expected) => {
  const bytes = new TextEncoder().encode(text);
  for (const size of [1, 2, 3, bytes.length]) {
    const events: ServerSentEvent[] = [];
    for await (const event of serverSentEvents(chunksOf(bytes, size))) events.push(event);
    expect(events).toMatchObject(expected);
    expect(events).toHaveLength(expected.length);
  }
});

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}
