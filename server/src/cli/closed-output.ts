/**
 * The reader of a command's output may go away in the middle (`… | head -1`): the rest is dropped, and the command
 * comes to its end in order. Output that cannot be written otherwise, as on a full disk, makes the exit code 1.
 * @returns aborted when the output takes nothing any more
 */
export function watchOutput(): AbortSignal {
  const closed = new AbortController();
  process.stdout.on('error', (error) => {
    if (!('code' in error) || error.code !== 'EPIPE') {
      process.exitCode = 1;
      process.stderr.write(`The output could not be written: ${error.message}\n`);
    }
    closed.abort(new Error('The output takes nothing any more.'));
  });
  process.stderr.on('error', () => closed.abort(new Error('The output takes nothing any more.')));
  return closed.signal;
}
