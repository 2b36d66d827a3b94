import { createWriteStream } from 'node:fs';
import { realpath, rename, rm, stat } from 'node:fs/promises';
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
    await replaceFile(file, body);
  } catch (error) {
    throw new CommandError(`${file} could not be written: ${messageOf(error)}`, { cause: error });
  }
  terminal.note(`Saved ${file}.`);
  return 0;
}

/** An existing file keeps its content until all data has arrived, and its permissions. */
async function replaceFile(file: string, body: AsyncIterable<Uint8Array>): Promise<void> {
  const existing = await stat(file).catch(() => null);
  if (existing !== null && !existing.isFile()) {
    await pipeline(body, createWriteStream(file));
    return;
  }
  const place = existing === null ? file : await realpath(file);
  const fresh = `${place}.${process.pid}.part`;
  const mode = existing === null ? 0o666 : existing.mode & 0o777;
  try {
    await pipeline(body, createWriteStream(fresh, { flags: 'wx', mode }));
    await rename(fresh, place);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}
