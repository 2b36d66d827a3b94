import type { z } from 'zod';
import type { importReport } from '#contract/leads.ts';
import { countryName } from '../../../core/country-name.ts';
import type { RowLead } from './csv-row.ts';

export type ImportReport = z.output<typeof importReport>;

/** Which row errors to report. */
export interface ReportedErrors {
  max: number;
  /** Only errors of rows after this one are reported. */
  afterRow: number;
}

const SAMPLE_LEADS = 5;

/** Counts row results and keeps the first leads and errors. */
export class ImportTally {
  readonly #counts = {
    rows: 0,
    created: 0,
    updated: 0,
    duplicates: 0,
    repeated: 0,
    invalid: 0,
    blacklisted: 0,
  };
  readonly #reported: ReportedErrors;
  #errors: ImportReport['errors'] = [];
  #refused = 0;
  readonly #sample: ImportReport['sample'] = [];
  /** Valid rows with a value, by variable. */
  readonly #filled = new Map<string, number>();
  #valid = 0;
  /** Numbers that lack only their plus sign, by country. */
  readonly #lackingPlus = new Map<string, number>();

  constructor(reported: ReportedErrors) {
    this.#reported = reported;
  }

  /** A row that can be stored, unless its number is a duplicate. */
  valid({ phoneNumber, variables, contacts }: RowLead): void {
    this.#valid += 1;
    for (const name of Object.keys(variables)) this.#filled.set(name, (this.#filled.get(name) ?? 0) + 1);
    if (this.#sample.length === SAMPLE_LEADS) return;
    const secondary = contacts.map((contact) => contact.phoneNumber);
    this.#sample.push({ phone_number: phoneNumber, secondary, variables });
  }

  /** Rows stored as leads, including blacklisted ones. */
  created(count: number, blacklisted: number): void {
    this.#counts.rows += count;
    this.#counts.created += count;
    this.#counts.blacklisted += blacklisted;
  }

  /** Rows that changed a lead with their external id. */
  updated(count: number): void {
    this.#counts.rows += count;
    this.#counts.updated += count;
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

  /** @param lacksPlusOf country of a number that lacks only its plus sign; else null */
  invalid(error: ImportReport['errors'][number], lacksPlusOf: string | null): void {
    this.#counts.invalid += 1;
    this.#refuse(error);
    if (lacksPlusOf !== null) {
      this.#lackingPlus.set(lacksPlusOf, (this.#lackingPlus.get(lacksPlusOf) ?? 0) + 1);
    }
  }

  /** Valid rows, and how many of them have a value, by variable. */
  filledVariables(): { leads: number; filled: ReadonlyMap<string, number> } {
    return { leads: this.#valid, filled: this.#filled };
  }

  report(): Omit<ImportReport, OfFile> {
    const errors = firstOf(this.#errors, this.#reported.max);
    const sample = this.#sample;
    return { ...this.#counts, sample, errors, more_errors: this.#refused - errors.length };
  }

  /** A sentence about the numbers without a plus sign; null without any. */
  lackingPlus(): string | null {
    const countries = [...this.#lackingPlus].sort(([, one], [, other]) => other - one);
    if (countries.length === 0) return null;
    const total = countries.reduce((sum, [, count]) => sum + count, 0);
    const named = countries.slice(0, NAMED_COUNTRIES).map(([code, count]) => `${countryName(code)} ${count}`);
    const more = countries.length > NAMED_COUNTRIES ? ', …' : '';
    const numbers = total === 1 ? 'One number lacks its plus sign' : `${total} numbers lack their plus sign`;
    return `${numbers} (${named.join(', ')}${more}) and ${total === 1 ? 'is' : 'are'} skipped. To import ${total === 1 ? 'it' : 'them'}, turn on "Add missing plus signs" (assume_international).`;
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

/** Parts of the report that do not depend on the rows. */
type OfFile =
  | 'dry_run'
  | 'charset'
  | 'delimiter'
  | 'sheet'
  | 'header_row'
  | 'columns'
  | 'guesses'
  | 'warnings'
  | 'missing_variables';

const NAMED_COUNTRIES = 3;

function firstOf(errors: ImportReport['errors'], max: number): ImportReport['errors'] {
  return errors.toSorted((a, b) => a.row - b.row).slice(0, max);
}
