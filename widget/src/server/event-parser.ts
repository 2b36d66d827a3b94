/** One server-sent event; comments count as events without a name. */
export interface ServerEvent {
  event: string;
  data: string;
}

/** Cuts text that comes in pieces into server-sent events. @returns what takes a piece and gives what is complete */
export function createEventParser(): (piece: string) => ServerEvent[] {
  let rest = '';
  return (piece) => {
    rest += piece;
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
