import { messageOf } from '../../../core/errors.ts';
import { storableText } from '../../../core/storable.ts';
import { bytesContent, type Extractor } from './extractor.ts';
import { detectFileType, inspectedBytes } from './file-type.ts';

/** `error`: why a file that should have text has none. Both are null for pictures and videos. */
export interface FileText {
  text: string | null;
  error: string | null;
}

const MAX_CHARACTERS = 20_000;

/** Text of a document that a customer sent. Rejects only if the signal aborts. */
export async function readDocument(
  extractor: Extractor,
  bytes: Buffer,
  signal: AbortSignal,
): Promise<FileText> {
  const type = detectFileType(bytes.subarray(0, inspectedBytes), bytes.subarray(-inspectedBytes));
  if (type !== 'pdf' && type !== 'docx' && type !== 'txt') {
    return { text: null, error: 'Only PDF, Word (DOCX) and text files can be read.' };
  }
  try {
    const extraction = await extractor.extract({ type, content: bytesContent(bytes), signal });
    if (extraction.kind === 'failed') return { text: null, error: extraction.reason };
    return textOf(extraction.chunks.map(({ text, overlap }) => text.slice(overlap)).join('\n\n'));
  } catch (error) {
    if (signal.aborted) throw error;
    return { text: null, error: messageOf(error) };
  }
}

/** The text as it is stored, cut to the length that is kept. */
export function textOf(text: string): FileText {
  const characters = storableText(text).trim();
  const cut = characters.slice(0, MAX_CHARACTERS);
  return { text: cut.length < characters.length ? `${cut}…` : cut, error: null };
}
