import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

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
 * Streams `COPY … TO STDOUT` of one server into `COPY … FROM STDIN` of another, unchanged.
 * @throws the error of either server; the source session is then still inside its statement
 */
export async function pipeCopy(source: CopyEnd, target: CopyEnd): Promise<Copied> {
  let byteCount = 0;
  const counter = new Transform({
    transform: (piece: Buffer, _encoding, done) => {
      byteCount += piece.length;
      done(null, piece);
    },
  });
  const into = target.client.query(copyFrom(target.text));
  await pipeline(source.client.query(copyTo(source.text)), counter, into);
  return { rowCount: into.rowCount, byteCount };
}
