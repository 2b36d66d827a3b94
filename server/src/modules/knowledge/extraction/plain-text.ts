import { ExtractionFailure, reasons } from './failure.ts';
import { cleanText, type Section } from './section.ts';

/** Control characters that plain text may hold: tab, line ends, page break, escape (terminal colours). */
const textControls = new Set(['\t', '\n', '\v', '\f', '\r', '\u001b', '\u0085']);

/** Bytes decoded at a time: a document of 20 MB never stands in memory twice. */
const windowBytes = 262_144;

/**
 * Decodes a text file: UTF-8 and UTF-16 by byte order mark, UTF-8 when it is valid, UTF-16 when every other
 * byte is zero, else windows-1252 (the WHATWG default for text of unknown origin). Yields one section for every
 * 256 KB or so, cut at line ends where there are any.
 */
export function* readPlainText(bytes: Uint8Array): Generator<Section> {
  const decoder = new TextDecoder(plainTextEncoding(bytes));
  let rest = '';
  for (let offset = 0; offset < bytes.length; offset += windowBytes) {
    const last = offset + windowBytes >= bytes.length;
    const text = rest + decoder.decode(bytes.subarray(offset, offset + windowBytes), { stream: !last });
    refuseBinary(text);
    const end = last ? text.length : cutPosition(text);
    rest = text.slice(end);
    yield { headings: [], page: null, text: cleanText(text.slice(0, end)) };
  }
}

/** After the last blank line, else the last line end, else the last space, else everything. */
function cutPosition(text: string): number {
  const separators = ['\n\n', '\n', ' '];
  const found = separators.find((separator) => text.lastIndexOf(separator) > text.length / 2);
  return found === undefined ? text.length : text.lastIndexOf(found) + found.length;
}

function refuseBinary(text: string): void {
  const controls = text.match(/\p{Cc}/gu)?.filter((character) => !textControls.has(character)) ?? [];
  if (controls.length > text.length / 1_000) {
    throw new ExtractionFailure(reasons.notText);
  }
}

/** The encoding's label, as `TextDecoder` takes it. */
export function plainTextEncoding(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) {
    return 'utf-16le';
  }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    return 'utf-16be';
  }
  const zeros = zeroShare(bytes.subarray(0, 4_096));
  if (zeros.odd > 0.4 && zeros.even < 0.05) {
    return 'utf-16le';
  }
  if (zeros.even > 0.4 && zeros.odd < 0.05) {
    return 'utf-16be';
  }
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

/** Whether the bytes are UTF-8. When they are only the head of a file, a character cut in two is no fault. */
export function isUtf8(bytes: Uint8Array, part: 'whole' | 'head' = 'whole'): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: part === 'head' });
    return true;
  } catch {
    return false;
  }
}

function zeroShare(bytes: Uint8Array): { even: number; odd: number } {
  let even = 0;
  let odd = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    if (bytes[index] === 0) {
      if (index % 2 === 0) {
        even += 1;
      } else {
        odd += 1;
      }
    }
  }
  const half = Math.max(1, bytes.length / 2);
  return { even: even / half, odd: odd / half };
}
