import { z } from 'zod';
import { CALL_TYPES } from './calls.ts';
import { CONVERSATION_TYPES } from './conversations.ts';
import { calendarDate, id, integer, text } from './fields.ts';
import { isoTimestamp } from './timestamps.ts';

export const CONTENT_KINDS = ['call', 'conversation', 'lead', 'sms'] as const;

/** Types of calls and conversations. */
export const CONTENT_CHANNELS = [...CALL_TYPES, ...CONVERSATION_TYPES] as const;

export const contentSearchQuery = z.object({
  q: text(200).describe(
    'Words in any form, in any order, with or without accents; `"exact words"` in quotes. The last word may be incomplete. Also part of a phone number.',
  ),
  kind: z.enum(CONTENT_KINDS).nullish(),
  channel: z.enum(CONTENT_CHANNELS).nullish().describe('Type of the call or conversation.'),
  assistant_id: id().nullish(),
  date_from: calendarDate().nullish(),
  date_to: calendarDate().nullish(),
  per_page: integer(1, 50).nullish(),
  cursor: text(100).nullish().describe('`next_cursor` of the previous page.'),
});

export const excerptPart = z.object({
  text: z.string(),
  is_match: z.boolean().describe('True for a word that was searched.'),
});

export const contentHit = z
  .object({
    kind: z.enum(CONTENT_KINDS),
    id: z.string().describe('The id that its endpoints accept; for a conversation its UUID.'),
    name: z
      .string()
      .describe("The customer's name, number or identifier; `Web call` or `Visitor` without one."),
    channel: z.enum(CONTENT_CHANNELS).nullable().describe('Null for leads and SMS.'),
    assistant_id: z.int().nullable(),
    assistant_name: z.string().nullable(),
    campaign_id: z.int().nullable().describe('The campaign of a call or lead.'),
    campaign_name: z.string().nullable(),
    at: isoTimestamp.describe(
      'Start of the call, latest message or note, creation of the lead, or time of the SMS.',
    ),
    line: z
      .object({
        author: z.enum(['customer', 'ai', 'human']).describe('`human` for notes, and for SMS that you sent.'),
        at: isoTimestamp,
        offset_ms: z.int().nullable().describe('Calls: time since the call was answered.'),
        message_id: z.int().nullable().describe('Conversations: the message; null for a note.'),
        note_id: z.int().nullable().describe('Conversations: the internal note; null for a message.'),
      })
      .nullable()
      .describe('Where the excerpt was said; null if only the name, number or another value matches.'),
    excerpt: z
      .array(excerptPart)
      .describe('The sentence with the most searched words, in parts; empty without a `line` or value.'),
  })
  .describe('A call, conversation, lead or SMS that contains all searched words.');

export type ContentHit = z.output<typeof contentHit>;

export const contentSearchResponse = z
  .object({
    data: z.array(contentHit),
    next_cursor: z.string().nullable().describe('For the next page; null on the last one.'),
  })
  .describe('Newest first.');
