import { AppError } from '../core/errors.ts';

/** No request of the contract nests deeper than a handful; code that walks a body may recurse. */
const MAX_DEPTH = 64;

/** The value of a JSON body; an empty body counts as an empty object. Throws `bad-request`. */
export function parseJsonBody(text: string): unknown {
  if (text.trim() === '') return {};
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
