import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * The text in the only letters that flite reads. Other scripts are written as they sound, nearly: `Łódź` becomes
 * `Lodz`, `Привет` becomes `Privet`. Control characters and line ends become spaces.
 */
export function readableText(text: string): string {
  const readable = /^[ -~]*$/.test(text) ? text : anyAscii(text);
  return readable
    .replace(/[^ -~]+/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** Its tables take a megabyte: they are loaded with the first text that needs them. */
function anyAscii(text: string): string {
  const library: typeof import('any-ascii') = require('any-ascii');
  return library.default(text);
}
