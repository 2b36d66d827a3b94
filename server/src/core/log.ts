/** Where a process says what happens. Personal data never stands in `message`, only in fields that are redacted. */
export interface Log {
  debug(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
}

export type LogFields = Record<string, unknown>;
