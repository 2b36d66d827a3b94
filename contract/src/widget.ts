import { z } from 'zod';
import { widgetSettings } from './assistants.ts';

/** Content of a chat widget before the visitor opens a conversation. */
export const widgetAppearance = widgetSettings.omit({ allowed_origins: true }).extend({
  /** The assistant's name. */
  name: z.string(),
  /** The assistant's greeting, with its variables filled in. */
  greeting: z.string(),
});

export const widgetResponse = z.object({ status: z.literal(true), widget: widgetAppearance });

/**
 * Data of the `state` event, sent to subscribers of a conversation immediately and after every change. A subscriber with
 * fewer messages than `message_count` reads the history again.
 */
export const conversationState = z.object({
  message_count: z.int(),
  /** False while a person answers instead of the AI. */
  ai_enabled: z.boolean(),
  /** An `ended` conversation is still answered when the visitor writes again. */
  status: z.enum(['active', 'ended']),
});
