import { z } from 'zod';
import { visitorFileResponse } from '#contract/widget.ts';
import { defineRoute, type FactsBeforeUpload, type Route } from '../../../../http/route.ts';
import { type ConversationDependencies, requireVisitorTalk } from '../../actions.ts';
import { pageOf } from '../page-of.ts';
import { fileErrors, openFile, requireUploads, uploadFile } from './file-actions.ts';
import { FILE_LIMITS, PICTURE_TYPES } from './file-rules.ts';

const visitor = { tag: 'Conversations', access: 'public', errors: 'status' } as const;
const HOUR_MS = 3_600_000;
const UPLOADS_PER_HOUR = 200;

/** Routes of visitor files. */
export function fileRoutes(dependencies: ConversationDependencies): Route[] {
  const talkOf = (uuid: string, facts: FactsBeforeUpload) =>
    requireVisitorTalk(dependencies, { uuid, page: pageOf(facts), accountId: facts.accountId });
  return [
    defineRoute({
      ...visitor,
      resource: 'Conversation',
      method: 'POST',
      path: '/conversations/:uuid/files',
      operationId: 'publicConversations.files.create',
      description:
        'For assistants with `files_enabled`. Accepts pictures (PNG, JPEG, WebP, GIF), PDFs, Word, Excel and PowerPoint files (DOCX, XLSX, PPTX) and text files of up to 10 MB; their content decides. The assistant sees pictures of up to 5 MB. A file that is not sent with a message within a day is deleted. Limits: 100 MB a day and 20 unsent files per conversation, and 500 MB of unsent files per account.',
      summary: 'Upload a file for a visitor’s next message',
      params: z.object({ uuid: z.string() }),
      takesCredential: true,
      limit: {
        name: 'visitor-files',
        limit: UPLOADS_PER_HOUR,
        windowMs: HOUR_MS,
        per: 'address',
        countsCredentials: true,
      },
      upload: { field: 'file', maxBytes: FILE_LIMITS.bytes },
      success: { status: 201, schema: visitorFileResponse },
      refusals: [400, 403, 422],
      beforeUpload: async ({ params: { uuid }, facts }) => {
        await talkOf(uuid, facts);
        await requireUploads(dependencies, uuid);
      },
      check: (_context, { file }) => fileErrors(file),
      handle: async (_context, { params: { uuid }, file, facts }) => ({
        status: true,
        file: await uploadFile(dependencies, await talkOf(uuid, facts), file),
      }),
    }),
    defineRoute({
      ...visitor,
      resource: 'File',
      method: 'GET',
      path: '/conversations/:uuid/files/:file',
      operationId: 'publicConversations.files.get',
      description:
        'The UUID of the conversation is the visitor’s secret. Pictures are served with their content type; browsers download all other files.',
      summary: 'Read a file of a conversation',
      params: z.object({ uuid: z.string(), file: z.string() }),
      success: {
        status: 200,
        schema: z.string().meta({ format: 'binary' }),
        contentType: 'application/octet-stream',
        otherContentTypes: PICTURE_TYPES,
      },
      headers: {
        'cache-control': 'private, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      },
      handle: (_context, { params: { uuid, file } }) => openFile(dependencies, { conversation: uuid, file }),
    }),
  ];
}
