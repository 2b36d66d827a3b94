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

/** Omits the details of PostgreSQL errors, which quote whole rows. */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (!(error instanceof pg.DatabaseError)) return pino.stdSerializers.err(error);
  const { code, message, table, constraint, stack } = error;
  return { type: 'DatabaseError', code, message, table, constraint, stack };
}

/** Limit of the lines kept while standard error cannot be written (full disk); later lines are dropped. */
const MAX_KEPT_BYTES = 1024 * 1024;

/** JSON lines on standard error; standard output is for the welcome text. */
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

/** Prevents a log that cannot be written (full disk, closed terminal) from ending calls or blocking shutdown. */
function surviveFailures(destination: ReturnType<typeof pino.destination>): void {
  let isFailing = false;
  destination.on('write', () => {
    isFailing = false;
  });
  destination.on('error', () => {
    isFailing = true;
  });
  // At exit pino would retry flushing as long as the disk is full.
  const giveUp = (): void => void (isFailing && destination.destroy());
  destination.once('error', () => process.on('beforeExit', giveUp));
}
