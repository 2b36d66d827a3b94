import { invalid } from '../../../core/errors.ts';
import { EncodingEvidence } from '../../../core/text-encoding/encoding-evidence.ts';
import { legacyEncodingInThread } from '../../../core/text-encoding/legacy-encoding-thread.ts';
import { byteOrderMark, wideEncoding } from '../../../core/text-encoding/unicode-encoding.ts';
import type { SpooledFile } from '../../../http/route.ts';
import { expectedCharset } from './expected-charset.ts';

/**
 * The charset of a file: from its byte order mark, the given one, or detected. Throws `invalid` if it is not supported.
 * @param about `given`: a name that `TextDecoder` accepts; null to detect. `countryCode`: of the national numbers, or null
 */
export async function charsetOf(
  file: Pick<SpooledFile, 'read'>,
  { given, countryCode }: { given: string | null; countryCode: string | null },
): Promise<string> {
  const evidence = new EncodingEvidence();
  let isFirst = true;
  for await (const chunk of file.read()) {
    const known = isFirst ? (byteOrderMark(chunk) ?? given ?? wideEncoding(chunk)) : null;
    if (known !== null) return known;
    isFirst = false;
    evidence.add(chunk);
  }
  if (evidence.isUtf8()) return given ?? 'utf-8';
  const lines = evidence.lines();
  const found = await legacyEncodingInThread(lines, expectedCharset(lines, countryCode));
  if (found.kind === 'readable') return found.encoding;
  throw invalid({
    file: [`The file uses the unsupported encoding ${found.name}: save it as CSV (UTF-8).`],
  });
}

/** Replacement character for bytes that are invalid in the charset. */
export const UNREADABLE = '\ufffd';

/** Decodes a file in chunks without its byte order mark. Invalid bytes become U+FFFD. */
export async function* decodedText(file: Pick<SpooledFile, 'read'>, charset: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(charset);
  for await (const chunk of file.read()) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}
