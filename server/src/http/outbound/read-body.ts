import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Dispatcher } from 'undici';

type Body = Dispatcher.ResponseData['body'];

/** A body read under a limit; `undecodable` and `broken` contain what was read before the error. */
export type BodyReading =
  | { kind: 'whole' | 'cut' | 'undecodable'; body: Buffer }
  | { kind: 'broken'; body: Buffer; error: unknown };

/** Allowance for compressed input: framing and incompressible content. */
const compressedSlackBytes = 65_536;

/**
 * Reads at most `maxBytes` of a body after decompression, holding no more than that in memory.
 * The stream is destroyed as soon as the limit is exceeded. `error` of `broken` is the transfer error.
 */
export async function readBody(
  body: Body,
  limits: { maxBytes: number; encoding: string; declaredBytes: number },
): Promise<BodyReading> {
  // A destroyed stream emits an error, which would crash the process without a listener.
  body.on('error', () => {});
  const decoder = decoderFor(limits.encoding);
  if (decoder === 'unknown') {
    body.destroy();
    return { kind: 'undecodable', body: Buffer.alloc(0) };
  }
  if (decoder === null) {
    // The parser enforces the declared length, so no counting is needed.
    if (limits.declaredBytes <= limits.maxBytes) return gather(body);
    return collect(body, limits.maxBytes);
  }
  const input = { bytes: 0, overflow: false };
  const maxInputBytes = limits.maxBytes + compressedSlackBytes;
  pipeline(counted(body, maxInputBytes, input), decoder, () => {});
  const reading = await collect(decoder, limits.maxBytes);
  if (reading.kind === 'broken') return reading;
  if (input.bytes === 0) return { kind: 'whole', body: Buffer.alloc(0) };
  return input.overflow ? { kind: 'cut', body: reading.body } : reading;
}

/** Reads a body known to be small; events cost less than async iteration. */
function gather(body: Body): Promise<BodyReading> {
  const chunks: Buffer[] = [];
  return new Promise((resolve) => {
    body.on('data', (chunk) => chunks.push(asBuffer(chunk)));
    body.once('end', () => resolve({ kind: 'whole', body: Buffer.concat(chunks) }));
    body.once('error', (error) => resolve({ kind: 'broken', body: Buffer.concat(chunks), error }));
  });
}

async function* counted(
  body: Body,
  maxBytes: number,
  input: { bytes: number; overflow: boolean },
): AsyncGenerator<Buffer> {
  for await (const chunk of body) {
    const bytes = asBuffer(chunk);
    input.bytes += bytes.length;
    if (input.bytes > maxBytes) {
      input.overflow = true;
      return;
    }
    yield bytes;
  }
}

async function collect(source: Readable, maxBytes: number): Promise<BodyReading> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of source) {
      const bytes = asBuffer(chunk);
      const room = maxBytes - length;
      if (bytes.length > room) {
        chunks.push(bytes.subarray(0, room));
        return { kind: 'cut', body: Buffer.concat(chunks) };
      }
      chunks.push(bytes);
      length += bytes.length;
    }
  } catch (error) {
    const read = Buffer.concat(chunks);
    return isDecodingError(error)
      ? { kind: 'undecodable', body: read }
      : { kind: 'broken', body: read, error };
  }
  return { kind: 'whole', body: Buffer.concat(chunks) };
}

/** Views the same bytes without a copy. */
function asBuffer(chunk: unknown): Buffer {
  if (!(chunk instanceof Uint8Array)) throw new TypeError('A chunk of the body is not bytes.');
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

function decoderFor(encoding: string): Transform | null | 'unknown' {
  switch (encoding.trim().toLowerCase()) {
    case '':
    case 'identity':
      return null;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    case 'deflate':
      return createInflate();
    default:
      return 'unknown';
  }
}

function isDecodingError(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false;
  return (
    /^(Z_|ERR_BROTLI|ERR__ERROR|ERR_PADDING|ERR_ZLIB)/.test(error.code) ||
    /BROTLI|ERROR_FORMAT/.test(error.code)
  );
}
