import type { Column } from './describe-statement.ts';

/** The result of preparing one statement. */
export interface StatementReading {
  file: string;
  line: number;
  /** Sentences about the statement; empty if it fits the schema. */
  problems: string[];
  /** Columns of its rows; null if it returns no rows or its variants return different ones, undefined if unknown. */
  columns: Column[] | null | undefined;
}
