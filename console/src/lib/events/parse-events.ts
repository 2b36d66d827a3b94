export interface ServerEvent {
  event: string;
  /** Parsed JSON. */
  data: unknown;
}

/** Parses `text/event-stream` incrementally and returns complete events; skips comments and data that is not JSON. */
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
