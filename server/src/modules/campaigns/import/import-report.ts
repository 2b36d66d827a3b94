import type { z } from 'zod';
import type { importReport } from '#contract/leads.ts';

export type ImportReport = z.output<typeof importReport>;

/** Which of the rows that are wrong are told of one by one. */
export interface ToldErrors {
  most: number;
  /** Only those behind this row. */
  afterRow: number;
}

/** Counts what becomes of rows, and keeps the first things that are wrong. */
export class ImportTally {
  readonly #counts = { rows: 0, created: 0, duplicates: 0, repeated: 0, invalid: 0, blacklisted: 0 };
  readonly #told: ToldErrors;
  #errors: ImportReport['errors'] = [];
  #refused = 0;

  constructor(told: ToldErrors) {
    this.#told = told;
  }

  /** Rows that became leads; those of numbers on the blacklist are never called. */
  created(count: number, blacklisted: number): void {
    this.#counts.rows += count;
    this.#counts.created += count;
    this.#counts.blacklisted += blacklisted;
  }

  /** Rows of numbers that stand in the campaign. */
  duplicates(rows: readonly number[], column: string): void {
    this.#leftOut(rows, { column, message: 'The campaign has a lead of this phone number already.' });
  }

  /** Rows of numbers that stand above in the file. */
  repeated(rows: readonly number[], column: string): void {
    this.#counts.repeated += rows.length;
    this.#leftOut(rows, { column, message: 'This phone number stands above in the file already.' });
  }

  invalid(error: ImportReport['errors'][number]): void {
    this.#counts.invalid += 1;
    this.#refuse(error);
  }

  report(): Omit<ImportReport, 'dry_run' | 'charset' | 'delimiter' | 'columns' | 'warnings'> {
    const errors = firstOf(this.#errors, this.#told.most);
    return { ...this.#counts, errors, more_errors: this.#refused - errors.length };
  }

  #leftOut(rows: readonly number[], about: { column: string; message: string }): void {
    this.#counts.duplicates += rows.length;
    for (const row of rows) this.#refuse({ row, ...about });
  }

  /** They do not come in the order of their rows. */
  #refuse(error: ImportReport['errors'][number]): void {
    this.#counts.rows += 1;
    const { most, afterRow } = this.#told;
    if (error.row <= afterRow) return;
    this.#refused += 1;
    this.#errors.push(error);
    if (this.#errors.length >= 2 * most) this.#errors = firstOf(this.#errors, most);
  }
}

function firstOf(errors: ImportReport['errors'], most: number): ImportReport['errors'] {
  return errors.toSorted((a, b) => a.row - b.row).slice(0, most);
}
