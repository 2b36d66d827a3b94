import { invalid } from '../../../core/errors.ts';
import { EncodingEvidence } from '../../../core/text-encoding/encoding-evidence.ts';
import { legacyEncodingInThread } from '../../../core/text-encoding/legacy-encoding-thread.ts';
import { byteOrderMark, wideEncoding } from '../../../core/text-encoding/unicode-encoding.ts';
import type { SpooledFile } from '../../../http/route.ts';

/**
 * The charset of a file: by its byte order mark, else the given one, else detected. Throws `invalid` for one that
 * cannot be read.
 * @param given a name that `TextDecoder` knows; null: nobody has told
 */
export async function charsetOf(file: Pick<SpooledFile, 'read'>, given: string | null): Promise<string> {
  const evidence = new EncodingEvidence();
  let isFirst = true;
  for await (const piece of file.read()) {
    const told = isFirst ? (byteOrderMark(piece) ?? given ?? wideEncoding(piece)) : null;
    if (told !== null) return told;
    isFirst = false;
    evidence.add(piece);
  }
  if (evidence.isUtf8()) return given ?? 'utf-8';
  const found = await legacyEncodingInThread(evidence.lines());
  if (found.kind === 'readable') return found.encoding;
  throw invalid({
    file: [`The file is in the encoding ${found.name}, which cannot be read: save it as CSV (UTF-8).`],
  });
}

/** What is no character in the charset of its file. */
export const UNREADABLE = '\ufffd';

/** The text of a file, piece by piece, without its byte order mark. What is no character becomes one that says so. */
export async function* decodedText(file: Pick<SpooledFile, 'read'>, charset: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(charset);
  for await (const piece of file.read()) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}
