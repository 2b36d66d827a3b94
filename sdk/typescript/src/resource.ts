import type { Transport } from './transport.ts';

/** A group of operations. */
export class Resource {
  protected readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }
}

/** A path with encoded parameters. Refuses values that would address another path. */
export function path(parts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return parts.reduce((before, part, index) => before + segmentOf(values[index - 1]) + part);
}

function segmentOf(value: unknown): string {
  const text = String(value ?? '');
  if (text === '' || text === '.' || text === '..') throw new TypeError(`"${text}" is not an id.`);
  return encodeURIComponent(text);
}
