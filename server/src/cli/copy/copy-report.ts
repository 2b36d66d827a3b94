import type { CopiedTable, CopyResult } from '../../db/copy/copy-installation.ts';

const MEGABYTE = 1_000_000;
/** Tables of this size take seconds, so their completion is printed. */
const LARGE_BYTES = 16 * MEGABYTE;

/** A line for a large table; empty for a small one. */
export function copiedTable({ name, rowCount, byteCount }: CopiedTable): string {
  return byteCount < LARGE_BYTES ? '' : `  ${name}: ${rows(rowCount)}, ${megabytes(byteCount)}\n`;
}

export function summary({ tables, leftOut }: CopyResult, elapsedMs: number): string {
  const filled = tables.filter(({ rowCount }) => rowCount > 0);
  const rowCount = filled.reduce((sum, table) => sum + table.rowCount, 0);
  const byteCount = filled.reduce((sum, table) => sum + table.byteCount, 0);
  const what = `${rows(rowCount)} of ${filled.length} tables, ${megabytes(byteCount)}`;
  const left =
    leftOut.length === 0 ? '' : `Not copied, because they do not belong to Parley: ${leftOut.join(', ')}.\n`;
  return (
    `Copied ${what}, in ${(elapsedMs / 1000).toFixed(1)} s.\n` +
    `All tables have the same number of rows on both sides, and all balances match the ledger.\n${left}`
  );
}

/**
 * Next steps after a copy.
 * @param targetName the target without its password
 * @param key how to give the new processes the secret key of the old ones
 */
export function nextSteps(targetName: string, key: string): string {
  const steps = [
    `Start Parley with DATABASE_URL set to the value of --to (${targetName}, with its password).`,
    `Use the same secret key: ${key}.`,
    'Do not start the old installation again. Both would call and message the same people.',
  ];
  return `\nWhat to do next:\n${steps.map((step, index) => `  ${index + 1}. ${step}\n`).join('')}`;
}

/** @param place where the key was found; null if not found */
export function secretKeyAdvice(place: 'set' | 'file' | null, file: string): string {
  switch (place) {
    case 'set':
      return 'PARLEY_SECRET_KEY as set here';
    case 'file':
      return `set PARLEY_SECRET_KEY to the text of ${file}, or keep the same PARLEY_DATA`;
    case null:
      return 'the key of the old processes, which differs from the one here. It is their PARLEY_SECRET_KEY, or the file secret-key in their PARLEY_DATA';
  }
}

function rows(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}
