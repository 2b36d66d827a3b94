import type { z } from 'zod';
import type { importReport } from '#contract/leads.ts';

export type ImportReport = z.output<typeof importReport>;

/** Which row errors to report. */
export interface ReportedErrors {
  max: number;
  /** Only errors of rows after this one are reported. */
  afterRow: number;
}

/** Counts row results and keeps the first errors. */
export class ImportTally {
  readonly #counts = { rows: 0, created: 0, duplicates: 0, repeated: 0, invalid: 0, blacklisted: 0 };
  readonly #reported: ReportedErrors;
  #errors: ImportReport['errors'] = [];
  #refused = 0;

  constructor(reported: ReportedErrors) {
    this.#reported = reported;
  }

  /** Rows stored as leads, including blacklisted ones. */
  created(count: number, blacklisted: number): void {
    this.#counts.rows += count;
    this.#counts.created += count;
    this.#counts.blacklisted += blacklisted;
  }

  /** Rows whose number the campaign already has. */
  duplicates(rows: readonly number[], column: string): void {
    this.#refuseRows(rows, { column, message: 'The campaign already has a lead with this number.' });
  }

  /** Rows that repeat a number of the file. */
  repeated(rows: readonly number[], column: string): void {
    this.#counts.repeated += rows.length;
    this.#refuseRows(rows, { column, message: 'This phone number appears earlier in the file.' });
  }

  invalid(error: ImportReport['errors'][number]): void {
    this.#counts.invalid += 1;
    this.#refuse(error);
  }

  report(): Omit<ImportReport, 'dry_run' | 'charset' | 'delimiter' | 'columns' | 'warnings'> {
    const errors = firstOf(this.#errors, this.#reported.max);
    return { ...this.#counts, errors, more_errors: this.#refused - errors.length };
  }

  #refuseRows(rows: readonly number[], about: { column: string; message: string }): void {
    this.#counts.duplicates += rows.length;
    for (const row of rows) this.#refuse({ row, ...about });
  }

  /** Errors arrive out of row order. */
  #refuse(error: ImportReport['errors'][number]): void {
    this.#counts.rows += 1;
    const { max, afterRow } = this.#reported;
    if (error.row <= afterRow) return;
    this.#refused += 1;
    this.#errors.push(error);
    if (this.#errors.length >= 2 * max) this.#errors = firstOf(this.#errors, max);
  }
}

function firstOf(errors: ImportReport['errors'], max: number): ImportReport['errors'] {
  return errors.toSorted((a, b) => a.row - b.row).slice(0, max);
}
