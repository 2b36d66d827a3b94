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

/** Lines kept while standard error takes none (a full disk); later ones are dropped. */
const MAX_KEPT_BYTES = 1024 * 1024;

/** JSON lines on standard error; standard output is for what a person reads at the start. */
export function createLog(level: 'debug' | 'info' | 'warn' | 'error' | 'silent'): Log {
  const destination = pino.destination({ dest: 2, maxLength: MAX_KEPT_BYTES });
  surviveFailures(destination);
  const logger = pino(
    {
      level,
      base: { pid: process.pid },
      redact: { paths: REDACTED.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
      serializers: { error: describeError },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    destination,
  );
  return {
    debug: (fields, message) => logger.debug(fields, message),
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
  };
}

/** A log that cannot be written (full disk, closed terminal) ends no calls, and does not hold up the end of the process. */
function surviveFailures(destination: ReturnType<typeof pino.destination>): void {
  let isFailing = false;
  destination.on('write', () => {
    isFailing = false;
  });
  destination.on('error', () => {
    isFailing = true;
  });
  // Pino would flush again and again at the end, for as long as the disk is full.
  const giveUp = (): void => void (isFailing && destination.destroy());
  destination.once('error', () => process.on('beforeExit', giveUp));
}
