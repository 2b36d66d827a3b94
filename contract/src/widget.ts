import { z } from 'zod';
import { widgetSettings } from './assistants.ts';

/** What a chat widget shows before its visitor has opened a conversation. */
export const widgetAppearance = widgetSettings.omit({ allowed_origins: true }).extend({
  /** Of the assistant. */
  name: z.string(),
  /** Its first words, with its own variables filled in. */
  greeting: z.string(),
});

export const widgetResponse = z.object({ status: z.literal(true), widget: widgetAppearance });

/**
 * What a visitor who follows a conversation is told, at once and after every change: the event `state` with this as
 * its data. Who knows fewer messages than `message_count` reads the history again.
 */
export const conversationState = z.object({
  message_count: z.int(),
  /** False: a person answers instead of the AI. */
  ai_enabled: z.boolean(),
  /** `ended` conversations are answered all the same when the visitor writes again. */
  status: z.enum(['active', 'ended']),
});
