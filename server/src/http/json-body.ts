import { isUtf8 } from 'node:buffer';
import { AppError } from '../core/errors.ts';

/** No request of the contract nests deeper than a handful; code that walks a body may recurse. */
const MAX_DEPTH = 64;

/** Named in `Content-Encoding`; a body that could be read is taken whatever its client calls it. */
const COMPRESSIONS = /\b(x-)?(gzip|deflate|br|zstd|compress)\b/i;

/**
 * The object of a JSON body as it came.
 * @param encoding the request's `Content-Encoding`
 * @throws AppError `bad-request`; `unsupported-encoding` where it is compressed
 */
export function readJsonBody(bytes: Buffer, encoding: string | undefined): unknown {
  try {
    if (!isUtf8(bytes))
      throw new AppError('bad-request', 'The request body is not valid JSON: it is not UTF-8.');
    return parseJsonBody(bytes.toString());
  } catch (error) {
    if (!COMPRESSIONS.test(encoding ?? '')) throw error;
    const text = `Request bodies in the encoding ${encoding} are not read. Send the JSON uncompressed, without Content-Encoding.`;
    throw new AppError('unsupported-encoding', text, { cause: error });
  }
}

/**
 * The object of a JSON body, with or without a byte order mark. Nothing counts as an empty object, and so does
 * the empty list of clients that know no other. Throws `bad-request`.
 */
export function parseJsonBody(body: string): unknown {
  const text = body.startsWith(BYTE_ORDER_MARK) ? body.slice(1) : body;
  if (text.trim() === '') return {};
  const value = parse(text);
  if (typeof value !== 'object' || value === null || (Array.isArray(value) && value.length > 0)) {
    throw new AppError('bad-request', 'The request body must be a JSON object.');
  }
  return value;
}

const BYTE_ORDER_MARK = '\ufeff';

function parse(text: string): unknown {
  if (depthOf(text) > MAX_DEPTH) {
    throw new AppError('bad-request', `The request body is nested deeper than ${MAX_DEPTH} levels.`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError('bad-request', 'The request body is not valid JSON.', { cause: error });
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** How deep arrays and objects nest, counted on the text, so that nothing is built of a hostile one. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (isInString) {
      if (code === BACKSLASH) index += 1;
      else if (code === QUOTE) isInString = false;
    } else if (code === QUOTE) {
      isInString = true;
    } else if (OPENING.has(code)) {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (CLOSING.has(code)) {
      depth -= 1;
    }
  }
  return deepest;
}
