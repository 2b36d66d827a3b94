import type { FieldErrors } from '#contract/validation.ts';
import { AppError, invalid, notFound } from '../../../../core/errors.ts';
import type { NamedRequest } from '../../../../core/named-request.ts';
import { isUuid } from '../../../../core/uuid.ts';
import type { Database } from '../../../../db/client.ts';
import { BinaryAnswer, type UploadedFile } from '../../../../http/route.ts';
import { FILES_GONE } from '../../reply/start-reply.ts';
import type { LoadedConversation } from '../../store.ts';
import { checkFile, FILE_LIMITS, PICTURE_TYPES } from './file-rules.ts';
import { findFiles, findUploadSettings, insertFile, type KnownFile, readFile } from './file-store.ts';
import type { VisitorFile } from './visitor-file-json.ts';

interface Deps {
  database: Database;
}

/** Throws `forbidden` if visitors of the conversation may not send files. */
export async function requireUploads({ database }: Deps, uuid: string): Promise<void> {
  const settings = await findUploadSettings(database, uuid);
  if (settings?.is_enabled === true) return;
  throw new AppError('forbidden', 'Visitors cannot send files to this assistant.');
}

export function fileErrors(file: UploadedFile | null): FieldErrors {
  if (file === null) return { file: ['The file field is required.'] };
  if (file.isRepeated) return { file: ['Send one file per request.'] };
  if (file.isTooLarge) {
    return { file: [`The file must not be larger than ${FILE_LIMITS.bytes / 1_048_576} MB.`] };
  }
  const checked = checkFile(file);
  return checked.kind === 'refused' ? { file: [checked.reason] } : {};
}

/** Stores a file that a later message of the visitor may contain. */
export async function uploadFile(
  { database }: Deps,
  { conversation }: LoadedConversation,
  file: UploadedFile | null,
): Promise<VisitorFile> {
  const checked = file === null ? null : checkFile(file);
  if (file === null || checked?.kind !== 'accepted') throw invalid(fileErrors(file));
  const { contentType, fileName } = checked;
  const stored = await insertFile(database, conversation, { bytes: file.bytes, contentType, fileName });
  if (stored !== null) return stored;
  throw new AppError(
    'rate-limited',
    'There are too many files. Send those that you have uploaded, or try again tomorrow.',
    {
      retryAfterSeconds: 3600,
    },
  );
}

/** The uploaded files of a message, in its order. Throws `invalid` if one cannot be sent. */
export async function requireFiles(
  { database }: Deps,
  { conversation }: LoadedConversation,
  { ids, named }: { ids: readonly string[]; named: NamedRequest | null },
): Promise<KnownFile[]> {
  if (ids.length === 0) return [];
  const known = await findFiles(database, conversation, { uuids: ids, requestKey: named?.key ?? null });
  const found = ids.map((id) =>
    known.find(({ uuid, is_free: isFree }) => isFree && uuid === id.toLowerCase()),
  );
  if (found.includes(undefined)) throw invalid({ files: [FILES_GONE] });
  return found.filter((file) => file !== undefined);
}

/** A file, for anyone who knows the conversation's UUID. Browsers show pictures and download all other types. */
export async function openFile(
  { database }: Deps,
  about: { conversation: string; file: string },
): Promise<BinaryAnswer> {
  const found = isUuid(about.conversation) && isUuid(about.file) ? await readFile(database, about) : null;
  if (found === null) throw notFound('File');
  const { bytes, contentType, fileName } = found;
  const isPicture = PICTURE_TYPES.includes(contentType);
  return new BinaryAnswer(bytes, isPicture ? contentType : 'application/octet-stream', {
    'content-disposition': `${isPicture ? 'inline' : 'attachment'}; filename*=UTF-8''${encodedName(fileName)}`,
  });
}

/** Encodes for RFC 8187: `encodeURIComponent` leaves characters that headers use as delimiters. */
function encodedName(name: string): string {
  return encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
