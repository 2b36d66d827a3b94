import { byteOrderMark, wideEncoding } from '../../../core/text-encoding/unicode-encoding.ts';

export type UploadType = 'pdf' | 'docx' | 'txt';

/** A file's type by its content; `unknown` if no signature matches. */
export type DetectedType =
  | UploadType
  | 'image'
  | 'archive'
  | 'office'
  | 'locked-office'
  | 'old-word'
  | 'rtf'
  | 'audio-video'
  | 'executable'
  | 'unknown';

export const emptyFile = 'The file is empty.';

/** Number of bytes that detection reads at the start and at the end. */
export const inspectedBytes = 65_536;

const signatures: readonly { type: DetectedType; bytes: string }[] = [
  { type: 'image', bytes: '\x89PNG' },
  { type: 'image', bytes: '\xff\xd8\xff' },
  { type: 'image', bytes: 'GIF8' },
  { type: 'image', bytes: 'II*\0' },
  { type: 'image', bytes: 'MM\0*' },
  { type: 'rtf', bytes: '{\\rtf' },
  { type: 'archive', bytes: '\x1f\x8b' },
  { type: 'archive', bytes: '7z\xbc\xaf\x27\x1c' },
  { type: 'archive', bytes: 'Rar!' },
  { type: 'audio-video', bytes: 'RIFF' },
  { type: 'audio-video', bytes: 'ID3' },
  { type: 'audio-video', bytes: 'OggS' },
  { type: 'executable', bytes: '\x7fELF' },
  { type: 'executable', bytes: 'MZ\x90\0' },
];

/** Signature of OLE2 compound files: Office documents before 2007, and newer ones with a password. */
const compoundFile = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';

const READABLE = 'Only PDF, Word (DOCX) and text files can be read: save it as one of them.';

/** Second half of an error: the detected type and the remedy. */
const REMEDIES: Readonly<Record<DetectedType, string>> = {
  pdf: ', but a PDF.',
  docx: ', but a Word document (DOCX).',
  txt: ', but text.',
  image: `, but an image. ${READABLE}`,
  archive: `, but an archive. ${READABLE}`,
  office: `, but another office document, such as a spreadsheet. ${READABLE}`,
  'locked-office':
    ', but an office document that is protected by a password. Remove the password and upload it again.',
  'old-word': ', but a Word document in the old format (DOC). Open it in Word and save it as DOCX.',
  rtf: ', but rich text (RTF). Open it in Word and save it as DOCX.',
  'audio-video': `, but audio or video. ${READABLE}`,
  executable: `, but a program. ${READABLE}`,
  unknown: `. ${READABLE}`,
};

/** Detects the type from the first and last bytes of a file, up to `inspectedBytes` each. */
export function detectFileType(head: Uint8Array, tail: Uint8Array = head): DetectedType {
  const start = latin1(head.subarray(0, 1_024));
  if (start.includes('%PDF-')) {
    return 'pdf';
  }
  if (start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06')) {
    return detectPackage(`${latin1(head)}${latin1(tail)}`);
  }
  if (start.startsWith(compoundFile)) {
    return detectCompoundFile(`${latin1(head)}${latin1(tail)}`);
  }
  const known = signatures.find((signature) => start.startsWith(signature.bytes));
  return known?.type ?? (looksLikeText(head) ? 'txt' : 'unknown');
}

/** Returns the validation error if the content is not of the chosen type, else null. */
export function checkFileContent(type: UploadType, head: Uint8Array, tail: Uint8Array = head): string | null {
  if (head.length === 0) {
    return emptyFile;
  }
  const detected = detectFileType(head, tail);
  return detected === type ? null : `The file is not a ${type.toUpperCase()} file${REMEDIES[detected]}`;
}

/** True if the text has only white space, in any encoding. Stops at the first word. */
export function isBlankText(bytes: Uint8Array): boolean {
  const encoding = unicodeEncoding(bytes);
  // If the encoding does not write white space like UTF-8, white space counts as text.
  const decoder = new TextDecoder(encoding ?? 'utf-8');
  for (let offset = 0; offset < bytes.length; offset += inspectedBytes) {
    const text = decoder.decode(bytes.subarray(offset, offset + inspectedBytes), { stream: true });
    if (text.trim() !== '') {
      return false;
    }
  }
  return decoder.decode().trim() === '';
}

/** The file names in a package identify Word. The directory with all names is at the end. */
function detectPackage(text: string): DetectedType {
  if (/word\/[\w-]+\.xml/.test(text)) {
    return 'docx';
  }
  return /(xl|ppt)\/[\w-]+\.xml|mimetypeapplication\/vnd\.oasis/.test(text) ? 'office' : 'archive';
}

/** Stream names are UTF-16: ASCII separated by zeros. */
function detectCompoundFile(text: string): DetectedType {
  const contains = (name: string): boolean => text.includes([...name].join('\0'));
  if (contains('EncryptedPackage')) {
    return 'locked-office';
  }
  return contains('WordDocument') ? 'old-word' : 'office';
}

function looksLikeText(head: Uint8Array): boolean {
  if (unicodeEncoding(head)?.startsWith('utf-16') === true) {
    return true;
  }
  const controls = head.reduce((count, byte) => count + (isBinaryControl(byte) ? 1 : 0), 0);
  return controls === 0 || (startsAsUtf8(head) && controls < head.length / 1_000);
}

function unicodeEncoding(bytes: Uint8Array): string | null {
  return byteOrderMark(bytes) ?? wideEncoding(bytes);
}

/** Accepts a truncated character at the end. */
function startsAsUtf8(head: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function isBinaryControl(byte: number): boolean {
  return byte < 9 || (byte > 13 && byte < 27) || (byte > 27 && byte < 32);
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
