import type { Duplex } from 'node:stream';
import type pg from 'pg';
import { COPY_DONE, COPY_FAIL, CopyIn, CopyOut } from './copy-commands.ts';
import { CopyDataFrames } from './copy-data-frames.ts';

/** A `COPY` statement and the connection that runs it. */
export interface CopyEnd {
  client: pg.Client;
  text: string;
}

export interface Copied {
  rowCount: number;
  byteCount: number;
}

/**
 * Streams what `COPY … TO STDOUT` of one server gives into `COPY … FROM STDIN` of another, as it is. Never more than a row
 * and some 100 kB wait in memory: the source is not read while the target takes nothing.
 * @throws what either server refused; the source is then in the middle of its statement
 */
export async function pipeCopy(source: CopyEnd, target: CopyEnd): Promise<Copied> {
  const into = target.client.query(new CopyIn(target.text));
  const { stream } = await into.opened;
  let from: Duplex | undefined;
  const frames = new CopyDataFrames((frame) => {
    const isFull = !stream.write(frame);
    if (isFull && from?.isPaused() === false) holdBack(from, stream);
  });
  const out = new CopyOut(source.text, (piece, connection) => {
    from = connection.stream;
    frames.write(piece);
  });
  source.client.query(out);
  try {
    // The target ends first only by refusing.
    await Promise.race([out.done, into.done]);
  } catch (error) {
    stream.write(COPY_FAIL);
    await into.done.catch(() => undefined);
    throw error;
  }
  frames.flush();
  stream.write(COPY_DONE);
  return { rowCount: await into.done, byteCount: frames.byteCount };
}

/** Reads nothing more from one until the other has room again. */
function holdBack(from: Duplex, into: Duplex): void {
  from.pause();
  into.once('drain', () => from.resume());
}
