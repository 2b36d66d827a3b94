import type { CopiedTable, CopyResult } from '../../db/copy/copy-installation.ts';

const MEGABYTE = 1_000_000;
/** A table that takes seconds is told when it is done. */
const LARGE_BYTES = 16 * MEGABYTE;

/** A line for a large table; empty for any other. */
export function copiedTable({ name, rowCount, byteCount }: CopiedTable): string {
  return byteCount < LARGE_BYTES ? '' : `  ${name}: ${rows(rowCount)}, ${megabytes(byteCount)}\n`;
}

export function summary({ tables, leftOut }: CopyResult, elapsedMs: number): string {
  const filled = tables.filter(({ rowCount }) => rowCount > 0);
  const rowCount = filled.reduce((sum, table) => sum + table.rowCount, 0);
  const byteCount = filled.reduce((sum, table) => sum + table.byteCount, 0);
  const what = `${rows(rowCount)} of ${filled.length} tables, ${megabytes(byteCount)}`;
  const left =
    leftOut.length === 0 ? '' : `Left where they are, as they are not Parley's: ${leftOut.join(', ')}.\n`;
  return (
    `Copied ${what}, in ${(elapsedMs / 1000).toFixed(1)} s.\n` +
    `Both sides have the same number of rows in every table, and the ledger explains every balance.\n${left}`
  );
}

/**
 * How it goes on.
 * @param targetName names the target without its password
 * @param key says how the new processes get the key of the old ones
 */
export function nextSteps(targetName: string, key: string): string {
  const steps = [
    `Start Parley with DATABASE_URL set to what --to named (${targetName}, with its password).`,
    `Give it the same secret key: ${key}.`,
    'Never start the old installation again beside it: both would call and write to the same people.',
  ];
  return `\nWhat to do next:\n${steps.map((step, index) => `  ${index + 1}. ${step}\n`).join('')}`;
}

/** @param place where the key was found; null: it was not */
export function secretKeyAdvice(place: 'set' | 'file' | null, file: string): string {
  switch (place) {
    case 'set':
      return 'PARLEY_SECRET_KEY as it is set here';
    case 'file':
      return `set PARLEY_SECRET_KEY to the text of ${file}, or start it with the same PARLEY_DATA`;
    case null:
      return 'the one of its old processes, which is not the one here: their PARLEY_SECRET_KEY, or the file secret-key of their PARLEY_DATA';
  }
}

function rows(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}
