export interface ServerEvent {
  event: string;
  /** Parsed JSON. */
  data: unknown;
}

/**
 * Takes text of `text/event-stream` in pieces of any length and gives its events as they are complete; comments and
 * data that is no JSON are passed over.
 */
export function createEventParser(): (piece: string) => ServerEvent[] {
  let waiting = '';
  return (piece) => {
    const blocks = (waiting + piece).split(/\r?\n\r?\n/);
    waiting = blocks.pop() ?? '';
    return blocks.flatMap(readBlock);
  };
}

function readBlock(block: string): ServerEvent[] {
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const [, field, value = ''] = /^(event|data): ?(.*)$/.exec(line) ?? [];
    if (field === 'event') event = value;
    if (field === 'data') data.push(value);
  }
  try {
    return data.length === 0 ? [] : [{ event, data: JSON.parse(data.join('\n')) }];
  } catch {
    return [];
  }
}
