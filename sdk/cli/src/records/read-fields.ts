import { readFile } from 'node:fs/promises';
import { readInput } from '../terminal/ask.ts';
import { CommandError, messageOf } from '../terminal/failures.ts';
import type { Item } from './kinds.ts';

/** The object in a YAML or JSON file; `-` is standard input. */
export async function readFields(file: string): Promise<Item> {
  const text = file === '-' ? await readInput() : await readText(file);
  return parseFields(text, file);
}

/** @param file for messages */
export async function parseFields(text: string, file: string): Promise<Item> {
  const { parse } = await import('yaml');
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    throw new CommandError(`${file} is not valid YAML or JSON: ${messageOf(error)}`, { cause: error });
  }
  if (isFields(value)) return value;
  throw new CommandError(`${file} must contain fields, for example "name: Mill Inn".`);
}

function isFields(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A file's text. @throws CommandError if it cannot be read */
export async function readText(file: string): Promise<string> {
  return (await readBytes(file)).toString('utf8');
}

export async function readBytes(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new CommandError(
      isMissing ? `There is no file ${file}.` : `${file} cannot be read: ${messageOf(error)}`,
      {
        cause: error,
      },
    );
  }
}
