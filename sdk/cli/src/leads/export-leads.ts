import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { connect } from '../account/connection.ts';
import { textOption, wordAt } from '../program/option-values.ts';
import type { Invocation } from '../program/verb.ts';
import { idOf } from '../records/find.ts';
import { CommandError, messageOf } from '../terminal/failures.ts';

/** Writes a campaign's leads as CSV to standard output or a file. */
export async function exportLeads(invocation: Invocation): Promise<number> {
  const { options, terminal } = invocation;
  const api = await connect(invocation);
  const campaign = await idOf(api, 'campaigns', wordAt(invocation, 0));
  const body = await api.download(`/user/campaign/${campaign}/leads/export`);
  const file = textOption(options, 'output');
  if (file === undefined || file === '-') {
    for await (const chunk of body) {
      if (terminal.stopped.aborted) break;
      await terminal.raw(chunk);
    }
    return 0;
  }
  try {
    await pipeline(body, createWriteStream(file));
  } catch (error) {
    throw new CommandError(`${file} could not be written: ${messageOf(error)}`, { cause: error });
  }
  terminal.note(`Saved ${file}.`);
  return 0;
}
