/** The process log. Personal data belongs in `fields`, which are redacted, never in `message`. */
export interface Log {
  debug(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
}

export type LogFields = Record<string, unknown>;
