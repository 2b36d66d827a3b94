import { storableText } from '../../../../core/storable.ts';
import { detectFileType, emptyFile, inspectedBytes } from '../../../knowledge/extraction/file-type.ts';
import { readPicture } from '../picture-rules.ts';

export const FILE_LIMITS = {
  bytes: 10 * 1_048_576,
  /** Of one conversation in 24 hours. */
  dailyBytes: 100 * 1_048_576,
  /** Uploaded files of one conversation that no message has taken. */
  unsent: 20,
  /** Anyone can upload such files for free and to many conversations, so the account's share of the disk is limited. */
  unsentBytes: 500 * 1_048_576,
};

export type CheckedFile =
  | { kind: 'accepted'; contentType: string; fileName: string }
  | { kind: 'refused'; reason: string };

interface FileKind {
  contentType: string;
  /** Accepted in file names. Other names get the first one appended, so that they cannot pretend to be another type. */
  extensions: readonly string[];
}

const PICTURE_EXTENSIONS = ['png', 'jpg', 'jpeg', 'jfif', 'webp', 'gif'];
const OFFICE = 'application/vnd.openxmlformats-officedocument';

const PDF: FileKind = { contentType: 'application/pdf', extensions: ['pdf'] };
const TEXT: FileKind = { contentType: 'text/plain', extensions: ['txt', 'csv', 'md', 'log', 'json'] };
const WORD: FileKind = { contentType: `${OFFICE}.wordprocessingml.document`, extensions: ['docx'] };
const EXCEL: FileKind = { contentType: `${OFFICE}.spreadsheetml.sheet`, extensions: ['xlsx'] };
const POWERPOINT: FileKind = {
  contentType: `${OFFICE}.presentationml.presentation`,
  extensions: ['pptx'],
};

const NOT_ALLOWED =
  'This type of file is not allowed. Send a picture (PNG, JPEG, WebP or GIF), a PDF, a Word, Excel or PowerPoint file, or a text file.';

/** Decides by the content, not by the name or the declared type, whether visitors may send a file. */
export function checkFile({ bytes, filename }: { bytes: Buffer; filename: string }): CheckedFile {
  if (bytes.length === 0) return { kind: 'refused', reason: emptyFile };
  const kind = kindOf(bytes);
  if (kind === null) return { kind: 'refused', reason: NOT_ALLOWED };
  return { kind: 'accepted', contentType: kind.contentType, fileName: safeName(filename, kind.extensions) };
}

/** Types that browsers may show on our origin; all others are downloads. */
export const PICTURE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** The type of a picture by its content; null for other files. */
export function pictureTypeOf(bytes: Buffer): string | null {
  return readPicture(bytes)?.type ?? (isGif(bytes) ? 'image/gif' : null);
}

function kindOf(bytes: Buffer): FileKind | null {
  const picture = pictureTypeOf(bytes);
  if (picture !== null) return { contentType: picture, extensions: namesOf(picture) };
  const head = bytes.subarray(0, inspectedBytes);
  const tail = bytes.subarray(-inspectedBytes);
  switch (detectFileType(head, tail)) {
    case 'pdf':
      return PDF;
    case 'txt':
      return isMarkup(head) ? null : TEXT;
    case 'docx':
      return hasMacros(head, tail) ? null : WORD;
    case 'office':
      return hasMacros(head, tail) ? null : officeKind(head, tail);
    default:
      return null;
  }
}

/** Any picture extension is accepted, since phones often mix them up. A missing one becomes the right one. */
function namesOf(contentType: string): string[] {
  const own = contentType === 'image/jpeg' ? 'jpg' : contentType.slice('image/'.length);
  return [own, ...PICTURE_EXTENSIONS];
}

function isGif(bytes: Buffer): boolean {
  return bytes.length > 13 && /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6));
}

/** Web pages and SVG can contain scripts. */
function isMarkup(head: Buffer): boolean {
  // Without zeros, UTF-16 reads like ASCII.
  const text = head.toString('latin1').replaceAll('\0', '');
  return /<(?:!doctype|\?xml|html|head|body|script|svg|iframe)\b/i.test(text);
}

function officeKind(head: Buffer, tail: Buffer): FileKind | null {
  if (head.toString('latin1', 0, 2) !== 'PK') return null;
  const text = `${head.toString('latin1')}${tail.toString('latin1')}`;
  if (/xl\/[\w-]+\.xml/.test(text)) return EXCEL;
  return /ppt\/[\w-]+\.xml/.test(text) ? POWERPOINT : null;
}

function hasMacros(head: Buffer, tail: Buffer): boolean {
  return [head, tail].some((part) => part.includes('vbaProject.bin'));
}

const MAX_NAME = 120;

/** Control characters, and those that change the direction of text and can make a name look like another. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"<>|:*?]/gu;

/** The name without folders and invisible characters, and with an extension of its type. */
function safeName(filename: string, extensions: readonly string[]): string {
  const [base = ''] = filename.split(/[/\\]/).slice(-1);
  const clean = storableText(base)
    .replaceAll(UNSAFE, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  const [, stem = clean, extension = ''] = /^(.*)\.([^.]{1,8})$/.exec(clean) ?? [];
  const isFitting = extensions.includes(extension.toLowerCase());
  const kept = [...(isFitting ? stem : clean)].slice(0, MAX_NAME).join('').trim();
  return `${kept === '' ? 'file' : kept}.${isFitting ? extension : extensions[0]}`;
}
