import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Transliterates text to the letters that flite reads: `Łódź` becomes `Lodz`, `Привет` becomes `Privet`. Control
 * characters and line endings become spaces.
 */
export function readableText(text: string): string {
  const readable = /^[ -~]*$/.test(text) ? text : anyAscii(text);
  return readable
    .replace(/[^ -~]+/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** Loaded on first use, as its tables take a megabyte. */
function anyAscii(text: string): string {
  const library: typeof import('any-ascii') = require('any-ascii');
  return library.default(text);
}
