import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../core/errors.ts';
import type { UploadedFile } from './route.ts';

/** The largest file plus multipart framing and other fields. */
export const UPLOAD_LIMIT_BYTES = 64 * 1024 * 1024;
const FIELD_LIMIT_BYTES = 256 * 1024;

interface Upload {
  field: string;
  maxBytes: number;
}

interface MultipartBody {
  body: Record<string, unknown>;
  file: UploadedFile | null;
}

/**
 * Reads the fields and the one file of a multipart body. The file is truncated while streaming, so no more
 * than `maxBytes` are held; the rest is read and discarded, so that the answer can list all errors.
 * @throws `too-large` as soon as the whole body exceeds `UPLOAD_LIMIT_BYTES`
 */
export async function readMultipart(request: FastifyRequest, upload: Upload): Promise<MultipartBody> {
  // The parser would wait for the rest of a body whose client left before it was read.
  if (request.raw.destroyed) throw new AppError('unavailable', 'The client closed the connection.');
  const size = refuseOver(request.raw, UPLOAD_LIMIT_BYTES);
  try {
    // Listeners must be attached in the same tick in which the parser starts.
    return await Promise.race([readParts(request, upload), size.exceeded]);
  } finally {
    size.stop();
  }
}

/** Counts bytes of a stream that another reader consumes; `exceeded` rejects with `too-large`. */
export function refuseOver(stream: Readable, limitBytes: number): { exceeded: Promise<never>; stop(): void } {
  let size = 0;
  let count = (_piece: Buffer): void => undefined;
  const exceeded = new Promise<never>((_resolve, reject) => {
    count = (piece) => {
      size += piece.length;
      if (size > limitBytes) reject(new AppError('too-large', 'The request body is too large.'));
    };
  });
  stream.on('data', count);
  return { exceeded, stop: () => stream.off('data', count) };
}

async function readParts(request: FastifyRequest, upload: Upload): Promise<MultipartBody> {
  const body: Record<string, unknown> = {};
  let file: UploadedFile | null = null;
  try {
    for await (const part of request.parts({
      limits: { fileSize: Number.MAX_SAFE_INTEGER, files: 4, fields: 100, fieldSize: FIELD_LIMIT_BYTES },
    })) {
      if (part.type === 'field') {
        if (part.valueTruncated) throw new AppError('too-large', 'The request body is too large.');
        body[part.fieldname] = part.value;
      } else if (part.fieldname === upload.field && file === null) {
        const content = await readFile(part.file, upload.maxBytes);
        file = { filename: part.filename, ...content, isRepeated: false };
      } else {
        if (file !== null && part.fieldname === upload.field) file.isRepeated = true;
        part.file.resume();
      }
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('bad-request', 'The multipart body could not be read.', { cause: error });
  }
  return { body, file };
}

async function readFile(
  stream: Readable,
  maxBytes: number,
): Promise<{ bytes: Buffer<ArrayBuffer>; isTooLarge: boolean }> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of stream) {
    size += piece.length;
    if (size <= maxBytes) pieces.push(piece);
    else pieces.length = 0;
  }
  const isTooLarge = size > maxBytes;
  return { bytes: isTooLarge ? Buffer.alloc(0) : Buffer.concat(pieces), isTooLarge };
}
