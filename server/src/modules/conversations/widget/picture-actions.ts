import { createHash } from 'node:crypto';
import type { FieldErrors } from '#contract/validation.ts';
import type { Context } from '../../../core/context.ts';
import { invalid, notFound } from '../../../core/errors.ts';
import { isUuid } from '../../../core/uuid.ts';
import { BinaryAnswer, type UploadedFile } from '../../../http/route.ts';
import type { ConversationDependencies } from '../actions.ts';
import { PICTURE_LIMITS, pictureAddress, pictureError, readPicture } from './picture-rules.ts';
import { findPicture, hasAssistant, removePicture, storePicture } from './store.ts';

type Deps = Pick<ConversationDependencies, 'database'>;

export async function checkPicture(
  { database }: Deps,
  { userId }: Context,
  { assistantId, file }: { assistantId: number; file: UploadedFile | null },
): Promise<FieldErrors> {
  if (!(await hasAssistant(database, { userId, assistantId }))) throw notFound('Assistant');
  return fileErrors(file);
}

function fileErrors(file: UploadedFile | null): FieldErrors {
  if (file === null) return { file: ['The file field is required.'] };
  if (file.isRepeated) return { file: ['Send one file.'] };
  if (file.isTooLarge) {
    return { file: [`The picture must have at most ${PICTURE_LIMITS.bytes / 1024} kB.`] };
  }
  const error = pictureError(file.bytes);
  return error === null ? {} : { file: [error] };
}

/** @returns the address of the picture */
export async function setPicture(
  { database }: Deps,
  { userId }: Context,
  { assistantId, file }: { assistantId: number; file: UploadedFile | null },
): Promise<string | null> {
  const picture = file === null ? null : readPicture(file.bytes);
  if (file === null || picture === null) throw invalid(fileErrors(file));
  const sha256 = createHash('sha256').update(file.bytes).digest('hex');
  const stored = { contentType: picture.type, bytes: file.bytes, sha256 };
  const uuid = await storePicture(database, { userId, assistantId }, stored);
  if (uuid === null) throw notFound('Assistant');
  return pictureAddress(uuid, sha256);
}

export async function deletePicture(
  { database }: Deps,
  { userId }: Context,
  assistantId: number,
): Promise<void> {
  if (!(await removePicture(database, { userId, assistantId }))) throw notFound('Assistant');
}

/** Any page may show the picture of a public assistant. */
export async function readPublicPicture(
  { database }: Deps,
  { uuid, accountId }: { uuid: string; accountId: number | null },
): Promise<BinaryAnswer> {
  const found = isUuid(uuid) ? await findPicture(database, uuid) : null;
  if (found === null || !(found.is_public || found.user_id === accountId)) throw notFound('Picture');
  return new BinaryAnswer(found.bytes, found.content_type);
}
