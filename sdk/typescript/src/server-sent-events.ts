/** One server-sent event. */
export interface ServerSentEvent {
  /** `message` if the stream does not name it. */
  event: string;
  data: string;
  /** Id for `Last-Event-ID`; null if the event has none. */
  id: string | null;
}

/** Parses an event stream as the HTML standard describes it. An unfinished event at the end is dropped. */
export async function* serverSentEvents(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  let fields = noFields();
  for await (const line of linesOf(chunks)) {
    if (line === '') {
      if (fields.data.length > 0) {
        yield { event: fields.event || 'message', data: fields.data.join('\n'), id: fields.id };
      }
      fields = noFields();
      continue;
    }
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (name === 'data') fields.data.push(value);
    if (name === 'event') fields.event = value;
    if (name === 'id' && !value.includes('\0')) fields.id = value;
  }
}

function noFields(): { event: string; data: string[]; id: string | null } {
  return { event: '', data: [], id: null };
}

/** Lines end with LF, CR or CRLF, which chunks may split. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true });
    // A CR at the end may be the first half of a CRLF.
    const end = rest.endsWith('\r') ? rest.length - 1 : rest.length;
    const lines = rest.slice(0, end).split(/\r\n|\n|\r/);
    rest = (lines.pop() ?? '') + rest.slice(end);
    yield* lines;
  }
  if (rest.endsWith('\r')) yield rest.slice(0, -1);
}
