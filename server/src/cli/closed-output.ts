/**
 * Whoever reads what a command says may go away in the middle (`… | head -1`): nobody is told the rest then, and the
 * command comes to its end in order.
 * @returns aborted when nobody reads any more
 */
export function watchOutput(): AbortSignal {
  const closed = new AbortController();
  const onError = (error: Error): void => {
    if (!('code' in error) || error.code !== 'EPIPE') throw error;
    closed.abort(new Error('Nobody reads the output any more.'));
  };
  process.stdout.on('error', onError);
  process.stderr.on('error', onError);
  return closed.signal;
}
