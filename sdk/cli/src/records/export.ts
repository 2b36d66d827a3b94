import { createWriteStream } from 'node:fs';
import { realpath, rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { connect } from '../account/connection.ts';
import { textOption } from '../program/option-values.ts';
import type { Invocation, Run } from '../program/verb.ts';
import { CommandError, messageOf } from '../terminal/failures.ts';
import { idOf } from './find.ts';
import type { KindName } from './kinds.ts';

/** An option of an export, the parameter of the API, and the kind that its names belong to. */
interface Filter {
  option: string;
  parameter: string;
  kind?: KindName;
}

/** Exports a list as CSV or, with `--format jsonl`, as JSON Lines. */
export function exportOf(path: string, filters: readonly Filter[]): Run {
  return async (invocation) => {
    const api = await connect(invocation);
    const query = new URLSearchParams();
    for (const { option, parameter, kind } of [...filters, { option: 'format', parameter: 'format' }]) {
      const given = textOption(invocation.options, option);
      if (given !== undefined)
        query.set(parameter, kind === undefined ? given : await idOf(api, kind, given));
    }
    return writeExport(invocation, await api.download(`${path}?${query}`));
  };
}

/** Writes a download to standard output or, with `--output`, to a file. */
export async function writeExport(
  { options, terminal }: Invocation,
  body: AsyncIterable<Uint8Array>,
): Promise<number> {
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
