export interface ServerEvent {
  event: string;
  data: Record<string, unknown>;
}

/** Server-sent events of a response body. A plain JSON body yields one `error`. */
export async function* readServerEvents(body: AsyncIterable<Buffer>): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  let buffer = '';
  for await (const chunk of body) {
    buffer += decoder.decode(chunk, { stream: true });
    const blocks = buffer.split('\n\n');
    buffer = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = /^event: (.*)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (event !== undefined && data !== undefined) yield { event, data: JSON.parse(data) };
    }
  }
  if (buffer.startsWith('{')) yield { event: 'error', data: JSON.parse(buffer) };
}
