import { EncodingEvidence } from '../../../core/text-encoding/encoding-evidence.ts';
import { byteOrderMark, wideEncoding } from '../../../core/text-encoding/unicode-encoding.ts';
import { cleanText, type Section } from '../chunking/section.ts';
import { ExtractionFailure, reasons } from './failure.ts';

/** Control characters allowed in plain text: tab, line endings, page break, escape (terminal colors). */
const textControls = new Set(['\t', '\n', '\v', '\f', '\r', '\u001b', '\u0085']);

/** Bytes decoded at a time, so that a document of 20 MB is not in memory twice. */
const windowBytes = 262_144;

/** Decodes a text file. Yields about one section per 256 KB, split at line endings if possible. */
export function* readPlainText(bytes: Uint8Array, encoding: string): Generator<Section> {
  const decoder = new TextDecoder(encoding);
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

/**
 * Position after the last blank line, line ending or space in the second half of the text; the text's length without
 * them.
 */
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

/**
 * The encoding's label for `TextDecoder`, found by byte order mark, zero bytes of UTF-16 or valid UTF-8, else detected.
 * Throws `ExtractionFailure` for an unsupported encoding.
 */
export async function plainTextEncoding(bytes: Uint8Array): Promise<string> {
  const unicode = byteOrderMark(bytes) ?? wideEncoding(bytes);
  if (unicode !== null) return unicode;
  const evidence = new EncodingEvidence();
  for (let offset = 0; offset < bytes.length; offset += windowBytes) {
    evidence.add(bytes.subarray(offset, offset + windowBytes));
  }
  if (evidence.isUtf8()) return 'utf-8';
  // Loaded lazily: the detector takes 75 MB and most texts are UTF-8.
  const { legacyEncoding } = await import('../../../core/text-encoding/legacy-encoding.ts');
  const found = legacyEncoding(evidence.lines());
  if (found.kind === 'readable') return found.encoding;
  throw new ExtractionFailure(reasons.encoding(found.name));
}
