import anyAscii from 'any-ascii';

/**
 * The text in the only letters that flite reads. Other scripts are written as they sound, nearly: `Łódź` becomes
 * `Lodz`, `Привет` becomes `Privet`. Control characters and line ends become spaces.
 */
export function readableText(text: string): string {
  return anyAscii(text)
    .replace(/[^ -~]+/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}
