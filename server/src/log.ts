import pg from 'pg';
import pino from 'pino';
import type { Log } from './core/log.ts';

/** Fields that may hold secrets or personal data; they never reach a log line. */
const REDACTED = [
  'authorization',
  'password',
  'token',
  'apiKey',
  'headers',
  'email',
  'phone',
  'message_text',
];

/** PostgreSQL's errors quote whole rows in their details; of them only what names the place is logged. */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (!(error instanceof pg.DatabaseError)) return pino.stdSerializers.err(error);
  const { code, message, table, constraint, stack } = error;
  return { type: 'DatabaseError', code, message, table, constraint, stack };
}

/** JSON lines on standard error; standard output is for what a person reads at the start. */
export function createLog(level: 'debug' | 'info' | 'warn' | 'error' | 'silent'): Log {
  const logger = pino(
    {
      level,
      base: { pid: process.pid },
      redact: { paths: REDACTED.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
      serializers: { error: describeError },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    pino.destination(2),
  );
  return {
    debug: (fields, message) => logger.debug(fields, message),
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
  };
}
