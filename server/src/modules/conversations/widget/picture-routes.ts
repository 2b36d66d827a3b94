import { z } from 'zod';
import { messageResponse } from '#contract/accounts.ts';
import { pathId } from '#contract/fields.ts';
import { widgetPictureResponse } from '#contract/widget.ts';
import { defineRoute, type Route } from '../../../http/route.ts';
import type { ConversationDependencies } from '../actions.ts';
import { checkPicture, deletePicture, readPublicPicture, setPicture } from './picture-actions.ts';
import { PICTURE_LIMITS } from './picture-rules.ts';

const owner = { tag: 'Assistants', access: 'account', errors: 'message', resource: 'Assistant' } as const;
const params = z.object({ id: pathId() });
const path = '/user/assistant/:id/widget-picture';

/** Routes of the picture in a widget's header. */
export function pictureRoutes(dependencies: ConversationDependencies): Route[] {
  return [
    defineRoute({
      ...owner,
      method: 'PUT',
      operationId: 'assistants.setWidgetPicture',
      description:
        'A PNG, JPEG or WebP file with at most 512 kB and 2048 × 2048 pixels. It replaces an earlier picture.',
      path,
      summary: "Upload the picture of an assistant's widget",
      params,
      upload: { field: 'file', maxBytes: PICTURE_LIMITS.bytes },
      success: { status: 200, schema: widgetPictureResponse },
      refusals: [422],
      check: (context, { params: { id }, file }) =>
        checkPicture(dependencies, context, { assistantId: id, file }),
      handle: async (context, { params: { id }, file }) => ({
        message: 'Picture saved successfully.',
        data: { picture: await setPicture(dependencies, context, { assistantId: id, file }) },
      }),
    }),
    defineRoute({
      ...owner,
      method: 'DELETE',
      operationId: 'assistants.deleteWidgetPicture',
      description: 'The widget then shows the first letter of its title.',
      path,
      summary: "Remove the picture of an assistant's widget",
      params,
      success: { status: 200, schema: messageResponse },
      handle: async (context, { params: { id } }) => {
        await deletePicture(dependencies, context, id);
        return { message: 'Picture removed successfully.' };
      },
    }),
    defineRoute({
      tag: 'Conversations',
      access: 'public',
      errors: 'status',
      resource: 'Picture',
      method: 'GET',
      operationId: 'widgets.getPicture',
      description:
        'The address in `picture` changes with the picture, so the answer may be cached for a year.',
      path: '/widgets/:uuid/picture',
      summary: "Read the picture of an assistant's widget",
      params: z.object({ uuid: z.string() }),
      takesCredential: true,
      success: { status: 200, schema: z.string().meta({ format: 'binary' }), contentType: 'image/*' },
      headers: {
        'cache-control': 'private, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      },
      handle: (_context, { params: { uuid }, facts }) =>
        readPublicPicture(dependencies, { uuid, accountId: facts.accountId }),
    }),
  ];
}
