import { z } from 'zod';
import { widgetSettings } from './widget-settings.ts';

export const widgetAppearance = widgetSettings
  .omit({ allowed_origins: true, working_hours: true })
  .extend({
    name: z.string().describe("The assistant's name."),
    greeting: z.string().describe("The assistant's greeting, with its variables filled in."),
    is_away: z.boolean().describe('True outside the working hours.'),
    picture: z.string().nullable().describe('Address of the picture, relative to the server.'),
  })
  .describe('Content of a chat widget before the visitor opens a conversation.');

export const widgetResponse = z.object({ status: z.literal(true), widget: widgetAppearance });

export const conversationState = z
  .object({
    message_count: z.int(),
    ai_enabled: z.boolean().describe('False while a person answers instead of the AI.'),
    status: z
      .enum(['active', 'ended'])
      .describe('An `ended` conversation is still answered when the visitor writes again.'),
  })
  .describe(
    'Data of the `state` event, sent to subscribers of a conversation immediately and after every change. A subscriber with fewer messages than `message_count` reads the history again.',
  );

export const widgetPictureResponse = z.object({
  message: z.string(),
  data: z.object({
    picture: z.string().nullable().describe('Address of the picture, relative to the server.'),
  }),
});
