import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../core/errors.ts';
import { isMultipart } from './content-type.ts';
import { refuseOver } from './multipart.ts';
import type { SpooledFile } from './route.ts';

interface Spool {
  /** Name of the multipart field. */
  field: string;
  maxBytes: number;
}

/** Read size, small enough that processing one chunk does not block the event loop. */
const PIECE_BYTES = 16_384;

/** Allowance for multipart framing and other fields. */
const FRAMING_BYTES = 1_048_576;
const PARTS = { files: 4, fields: 100, fieldSize: 65_536 };

/**
 * Streams a request's file (the body or the named multipart field) to disk, so memory use does not depend on its size.
 * The file is unlinked while open, so nothing remains if the process dies. Null if the form has no such field. Throws
 * `too-large`, and `bad-request` for an incomplete body.
 */
export async function receiveFile(request: FastifyRequest, spool: Spool): Promise<SpooledFile | null> {
  if (!isMultipart(request.headers['content-type'])) return spoolStream(request.raw, spool.maxBytes);
  const size = refuseOver(request.raw, spool.maxBytes + FRAMING_BYTES);
  try {
    return await Promise.race([spoolPart(request, spool), size.exceeded]);
  } finally {
    size.stop();
  }
}

async function spoolPart(request: FastifyRequest, spool: Spool): Promise<SpooledFile | null> {
  let file: SpooledFile | null = null;
  try {
    for await (const part of request.parts({ limits: { fileSize: Number.MAX_SAFE_INTEGER, ...PARTS } })) {
      if (part.type !== 'file') continue;
      if (part.fieldname === spool.field && file === null) {
        file = await spoolStream(part.file, spool.maxBytes);
      } else part.file.resume();
    }
    return file;
  } catch (error) {
    await file?.close();
    throw asRefusal(error);
  }
}

async function spoolStream(stream: Readable, maxBytes: number): Promise<SpooledFile> {
  const handle = await openNameless();
  const hash = createHash('sha256');
  let sizeBytes = 0;
  try {
    // The stream is not destroyed if the file is too long, because the refusal is sent over the same connection.
    for await (const piece of stream.iterator({ destroyOnReturn: false })) {
      sizeBytes += piece.length;
      if (sizeBytes > maxBytes) throw new AppError('too-large', 'The request body is too large.');
      hash.update(piece);
      await handle.appendFile(piece);
    }
  } catch (error) {
    await handle.close();
    throw asRefusal(error);
  }
  return spooled(handle, { sizeBytes, sha256: hash.digest('hex') });
}

/**
 * Writes a file on disk that is deleted when it is closed.
 * @param write receives a function that appends to the file
 */
export async function spoolWritten(
  write: (append: (text: string) => Promise<void>) => Promise<void>,
): Promise<Omit<SpooledFile, 'sha256'>> {
  const handle = await openNameless();
  let sizeBytes = 0;
  try {
    await write(async (text) => {
      sizeBytes += Buffer.byteLength(text);
      await handle.appendFile(text);
    });
  } catch (error) {
    await handle.close();
    throw isDiskFull(error) ? asRefusal(error) : error;
  }
  return spooled(handle, { sizeBytes });
}

async function openNameless(): Promise<FileHandle> {
  const name = path.join(tmpdir(), `parley-${randomUUID()}`);
  const handle = await open(name, 'wx+', 0o600);
  await unlink(name);
  return handle;
}

function spooled<About extends { sizeBytes: number }>(
  handle: FileHandle,
  about: About,
): About & Pick<SpooledFile, 'read' | 'close'> {
  return {
    ...about,
    read: async function* () {
      for (let at = 0; at < about.sizeBytes; ) {
        const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(PIECE_BYTES), position: at });
        if (bytesRead === 0) return;
        at += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
    },
    close: () => handle.close(),
  };
}

function asRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDiskFull(error)) {
    return new AppError('unavailable', 'The server has no disk space for this file right now.', {
      cause: error,
    });
  }
  return new AppError('bad-request', 'The file could not be read.', { cause: error });
}

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOSPC';
}
