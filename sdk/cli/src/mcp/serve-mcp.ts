import { choose } from '../account/connection.ts';
import { textOption } from '../program/option-values.ts';
import type { Invocation } from '../program/verb.ts';
import { bridgeMcp } from './bridge.ts';

/** Speaks MCP over standard input and output for the chosen server. */
export async function serveMcp({ options, terminal }: Invocation): Promise<number> {
  const { url, token } = await choose(options['profile'], terminal.environment);
  await bridgeMcp({ url, token, query: textOption(options, 'tools') ?? '' }, terminal.stopped);
  return 0;
}
