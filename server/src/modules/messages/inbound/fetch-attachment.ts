import { messageOf } from '../../../core/errors.ts';
import { ProviderError } from '../../../providers/interfaces/provider-error.ts';
import { enqueue, type JobContext } from '../../../work/define-job.ts';
import type { MessageDependencies } from '../dependencies.ts';
import { answerCustomerJob } from '../jobs.ts';
import { findSenderRow } from '../senders/sender-store.ts';
import {
  type FileRefusal,
  failAttachment,
  findReadingAssistant,
  findWaitingAttachment,
  storeAttachment,
  type WaitingAttachment,
} from './attachment-store.ts';
import { type FileReaders, NOTHING, readFile } from './read-file.ts';

/** Some carriers allow larger documents; we do not need them. */
const MAX_BYTES = 16 * 1_048_576;
const REFUSALS: Record<FileRefusal, string> = {
  'opted-out': 'The customer has opted out, so the file was not downloaded.',
  silent: 'The assistant is not answering this customer right now, so the file was not downloaded.',
  spent: 'The customer has sent more than 100 MB to this sender today.',
};

/** Fetches and reads an attachment, or stores why it failed. The answer that waits for it may then begin. */
export async function fetchAttachment(
  dependencies: MessageDependencies,
  about: { attachmentId: number; readers: FileReaders },
  job: Pick<JobContext, 'isLastAttempt' | 'signal'>,
): Promise<void> {
  const { database } = dependencies;
  const attachment = await findWaitingAttachment(database, about.attachmentId);
  if (attachment === null) return;
  await settle(dependencies, { attachment, readers: about.readers }, job);
  const { user_id: userId, conversation_id: conversationId } = attachment;
  await enqueue(database, answerCustomerJob, {
    payload: { userId, conversationId },
    key: `${answerCustomerJob.name}:file:${attachment.id}`,
  });
}

async function settle(
  dependencies: MessageDependencies,
  { attachment, readers }: { attachment: WaitingAttachment; readers: FileReaders },
  job: Pick<JobContext, 'isLastAttempt' | 'signal'>,
): Promise<void> {
  const { database } = dependencies;
  const { id: attachmentId } = attachment;
  const { refusal } = attachment;
  if (refusal !== null) return failAttachment(database, attachmentId, REFUSALS[refusal]);
  const { reference, content_type: contentType, file_name: fileName } = attachment;
  try {
    const carrier = await carrierOf(dependencies, attachment);
    if (carrier === null) {
      return await failAttachment(database, attachmentId, 'The sender was deleted.');
    }
    const media = await carrier.readMedia({ reference, contentType, fileName }, job.signal);
    if (media.bytes.length > MAX_BYTES) {
      return await failAttachment(database, attachmentId, 'The file is larger than 16 MB.');
    }
    const assistant = await findReadingAssistant(
      database,
      attachment,
      dependencies.prices.msgappMessageMicros,
    );
    // Reading takes time and may cost money, so only files that the assistant answers are read.
    const read =
      assistant === null ? NOTHING : await readFile(readers, media, { assistant, signal: job.signal });
    const isStored = await storeAttachment(database, attachment, { ...media, ...read });
    if (!isStored) await failAttachment(database, attachmentId, REFUSALS.spent);
  } catch (error) {
    const mayWorkLater = !(error instanceof ProviderError) || error.retryable || error.code === 'aborted';
    // A shutdown is not a failure of the carrier, so the job runs again.
    if (mayWorkLater && (!job.isLastAttempt || job.signal.aborted)) throw error;
    await failAttachment(database, attachmentId, `The carrier did not return the file: ${messageOf(error)}`);
  }
}

async function carrierOf(
  dependencies: MessageDependencies,
  { sender_id: senderId, user_id: userId }: WaitingAttachment,
) {
  const sender = senderId === null ? null : await findSenderRow(dependencies.database, userId, senderId);
  return sender === null ? null : (dependencies.carrierOf(sender)?.carrier ?? null);
}
