import type { z } from 'zod';
import type { importReport } from '#contract/leads.ts';

export type ImportReport = z.output<typeof importReport>;

/** So many rows are told of one by one. */
const MAX_ERRORS = 100;

/** Counts what becomes of rows, and keeps the first things that are wrong. */
export class ImportTally {
  readonly #counts = { rows: 0, created: 0, duplicates: 0, invalid: 0, blacklisted: 0 };
  readonly #errors: ImportReport['errors'] = [];
  #more = 0;

  /** A row that became a lead; one of a number on the blacklist is never called. */
  created(isBlacklisted: boolean): void {
    this.#counts.rows += 1;
    this.#counts.created += 1;
    if (isBlacklisted) this.#counts.blacklisted += 1;
  }

  duplicate(error: ImportReport['errors'][number]): void {
    this.#counts.duplicates += 1;
    this.#refused(error);
  }

  invalid(error: ImportReport['errors'][number]): void {
    this.#counts.invalid += 1;
    this.#refused(error);
  }

  report(): Omit<ImportReport, 'dry_run' | 'charset' | 'delimiter' | 'columns'> {
    const errors = [...this.#errors].sort((a, b) => a.row - b.row);
    return { ...this.#counts, errors, more_errors: this.#more };
  }

  #refused(error: ImportReport['errors'][number]): void {
    this.#counts.rows += 1;
    if (this.#errors.length < MAX_ERRORS) this.#errors.push(error);
    else this.#more += 1;
  }
}
