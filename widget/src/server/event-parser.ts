/** A server-sent event. Comments become events without a name. */
export interface ServerEvent {
  event: string;
  data: string;
}

/**
 * Incremental parser of server-sent events. @returns a function that takes the next chunk and returns the completed
 * events
 */
export function createEventParser(): (chunk: string) => ServerEvent[] {
  let rest = '';
  return (chunk) => {
    rest += chunk;
    const blocks = rest.split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    return blocks.map(parseBlock);
  };
}

function parseBlock(block: string): ServerEvent {
  const found: ServerEvent = { event: '', data: '' };
  for (const line of block.split(/\r?\n/)) {
    const [, name, value = ''] = /^(event|data): ?(.*)$/.exec(line) ?? [];
    if (name === 'event') found.event = value;
    if (name === 'data') found.data += found.data === '' ? value : `\n${value}`;
  }
  return found;
}
