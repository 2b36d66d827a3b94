import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../core/errors.ts';
import type { UploadedFile } from './route.ts';

/**
 * Reads the fields and the one file of a multipart body. The file is cut off while it streams in, so no more
 * than `maxBytes` of it are ever held; what follows is read and dropped, for an answer that lists all errors.
 */
export async function readMultipart(
  request: FastifyRequest,
  upload: { field: string; maxBytes: number },
): Promise<{ body: Record<string, unknown>; file: UploadedFile | null }> {
  const body: Record<string, unknown> = {};
  let file: UploadedFile | null = null;
  try {
    for await (const part of request.parts({
      limits: { fileSize: Number.MAX_SAFE_INTEGER, files: 4, fields: 100 },
    })) {
      if (part.type === 'field') {
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
    throw new AppError('bad-request', 'The multipart body could not be read.', { cause: error });
  }
  return { body, file };
}

async function readFile(stream: Readable, maxBytes: number): Promise<{ bytes: Buffer; isTooLarge: boolean }> {
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
