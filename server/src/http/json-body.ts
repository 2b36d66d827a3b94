import { isUtf8 } from 'node:buffer';
import { AppError } from '../core/errors.ts';

/** Requests in the API contract nest only a few levels. The limit protects code that recurses over a body. */
const MAX_DEPTH = 64;

/** The largest request in the contract, an assistant, has about two thousand values. Parsing more would delay calls. */
const MAX_VALUES = 5000;

/** Used only for the error message. A body that parses is accepted regardless of its `Content-Encoding`. */
const COMPRESSIONS = /\b(x-)?(gzip|deflate|br|zstd|compress)\b/i;

/**
 * Parses the raw bytes of a JSON body into an object.
 * @param encoding the request's `Content-Encoding`
 * @throws AppError `bad-request`, `too-large`, or `unsupported-encoding` for a compressed body
 */
export function readJsonBody(
  bytes: Buffer,
  encoding: string | undefined,
  maxValues: number = MAX_VALUES,
): unknown {
  try {
    measure(bytes, maxValues);
    if (!isUtf8(bytes))
      throw new AppError('bad-request', 'The request body is not valid JSON: it is not UTF-8.');
    return parseMeasured(bytes.toString());
  } catch (error) {
    if (!COMPRESSIONS.test(encoding ?? '')) throw error;
    const text = `The Content-Encoding ${encoding} is not supported for JSON. Send the JSON uncompressed, without this header.`;
    throw new AppError('unsupported-encoding', text, { cause: error });
  }
}

/**
 * Parses a JSON body into an object; a byte order mark is ignored. An empty body and an empty array count as an
 * empty object (PHP clients send arrays). Throws `bad-request`, and `too-large` for more than 5,000 keys and items.
 */
export function parseJsonBody(body: string): unknown {
  measure(Buffer.from(body), MAX_VALUES);
  return parseMeasured(body);
}

function parseMeasured(body: string): unknown {
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
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError('bad-request', 'The request body is not valid JSON.', { cause: error });
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** Throws if the nesting or the number of values exceeds its limit. Runs before parsing. */
function measure(bytes: Uint8Array, maxValues: number): void {
  let depth = 0;
  let values = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === QUOTE) index = endOfString(bytes, index + 1);
    else if (byte === COMMA || byte === COLON) values += 1;
    else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) {
      depth += 1;
      values += 1;
    } else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) depth -= 1;
    if (depth > MAX_DEPTH) {
      throw new AppError('bad-request', `The request body is nested deeper than ${MAX_DEPTH} levels.`);
    }
    if (values > maxValues) {
      throw new AppError('too-large', `The request body contains more than ${maxValues} keys and items.`);
    }
  }
}

/** Index of the closing quote of the string that starts at `index`. */
function endOfString(bytes: Uint8Array, index: number): number {
  for (let at = index; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === BACKSLASH) at += 1;
    else if (byte === QUOTE) return at;
  }
  return bytes.length;
}
