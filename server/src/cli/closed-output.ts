/**
 * Handles output errors. If the reader closes early (`… | head -1`), drops the rest and lets the command finish. Other
 * errors, such as a full disk, set exit code 1.
 * @returns a signal that is aborted when output can no longer be written
 */
export function watchOutput(): AbortSignal {
  const closed = new AbortController();
  process.stdout.on('error', (error) => {
    if (!('code' in error) || error.code !== 'EPIPE') {
      process.exitCode = 1;
      process.stderr.write(`The output could not be written: ${error.message}\n`);
    }
    closed.abort(new Error('The output was closed.'));
  });
  process.stderr.on('error', () => closed.abort(new Error('The output was closed.')));
  return closed.signal;
}
